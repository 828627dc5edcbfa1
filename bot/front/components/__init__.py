"""Messages as data, and what Discord shows of them: layout, buttons, menus, forms, pictures."""
