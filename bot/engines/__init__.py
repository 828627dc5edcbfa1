"""The engine's work is done by processes beside the bot, and nowhere else, so that no thought can hold it up or end it.

A job is a value (`works`, `orders`), and so is its answer. A process that dies, hangs or lacks memory is replaced, and
its jobs are done once more. What people send is read in processes of another kind (`reading`).

Everything that is shared, here and elsewhere in the bot, has a limit and a bounded wait. Wherever somebody waits, each
person or server has its turn (`bot.fairness`), which is what "of one" means.

| shared | limit | who waits | how long at most |
| --- | --- | --- | --- |
| engine processes | `TILEWRIGHT_ENGINES` | jobs, in the order of `Waits` | `pool.PATIENCE` if a person waits |
| a process's jobs | `orders.LANES`, `SHARE` of one | jobs, `pool.WAITING` of one | the same |
| cores of a process | one slice each | simulations, `NOBODY` last | a slice of each other server |
| time for a job | its `seconds` | the caller | `process.SLACK` more |
| the compiler | one process | jobs that look ahead | `pool.COMPILING` if a person waits |
| reading processes | two, one job each | files; what is kept waits for no upload | `Limits.wall` of each before |
| avatars | `avatars.AT_ONCE`, one of one; `MOST_WAITING` of one | avatars, never a picture | `avatars.PATIENCE` |
| drawing threads | `pictures.THREADS`; `WAITING` of one | pictures | `pictures.PATIENCE` |
| helping threads | `fairness.HELPERS`, one all but one | replays, searches; `MOST` of one | until another's is done |
| database | one writer, `database.READERS` or `CONNECTIONS` | transactions | `database.WAIT` |
| a game or word list | one command at a time | commands, in order | `locks.PATIENCE`, then `TooBusy` |
| a person's requests | `in_flight.MOST_ANSWERING` | the later ones, in order | `in_flight.LONGEST_WAIT` |
| due deadlines | `deadlines.PARALLEL`; `SHARE` of one | deadlines in the database | a move or a write |
| senders of messages | `deliveries.PARALLEL`; `SHARE` of one | deliveries in the database | `SEND_SECONDS` |
| writes to a channel | `budget.WRITES` in `SPAN` | deliveries; chat, but it is lost | `SPAN`; chat `PATIENCE` |
| old buttons | `tidying.PARALLEL`, what `budget` leaves | old posts | an edit, `tidying.SECONDS` |
| puzzles of the day | `dailies.AT_ONCE` | servers, as they are due | until those before are posted |
| reactions | `reactions.CHANNELS`; `MOST` in a channel | reactions; the rest are dropped | as Discord says |
| followed reviews | `followers.MOST_FOLLOWED`, one a person | nobody: **Show progress** works | not at all |
| words of study | `sessions.KEPT` lists, `missed.KEPT` games | who studies what is not in memory | while it is made |
| health and metrics | `server.AT_ONCE`; one query | nobody: others get 503 | `server.PATIENCE` |
"""
