"""The Discord side: what people type and click, and what they see."""
