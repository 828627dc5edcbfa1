"""The engine from Python: what `import engine` offers. `engine/README.md` has a page with recipes."""
