"""The values that the store keeps and the services pass around, and the application's refusals.

Instants are milliseconds since 1970 everywhere. A person's id is the decimal text of its snowflake.
"""
