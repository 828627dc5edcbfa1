"""The engine's work is done by processes beside the bot, and nowhere else, so that no thought can hold up or fell it.

A job is a value (`works`, `orders`), and so is its answer. A process that dies, hangs or lacks memory is replaced, and
its jobs are done once more. What people send is read in processes of another kind (`reading`).

| shared            | limit                        | who waits                             | how long at most         |
|-------------------|------------------------------|---------------------------------------|--------------------------|
| engine processes  | `TILEWRIGHT_ENGINES`         | jobs in the order of `Waits`, each    | `pool.PATIENCE` if a     |
|                   |                              | person or server in turn; of one,     | person waits             |
|                   |                              | `pool.WAITING` may wait               |                          |
| jobs of a process | `orders.LANES`; of one       | the same                              | the same                 |
|                   | person or server `SHARE`; one|                                       |                          |
|                   | for which nobody waits       |                                       |                          |
| cores of a process| one slice a core             | simulations, each server in turn; at  | a slice, tens of         |
|                   |                              | the lowest priority what nobody waits | milliseconds, of each    |
|                   |                              | for                                   | other server             |
| time for a job    | its `seconds`                | whoever asked                         | `process.SLACK` more     |
| the compiler      | one process                  | jobs that look ahead                  | `pool.COMPILING` if a    |
|                   |                              |                                       | person waits             |
| reading processes | two, of one job each         | files; what is kept never waits for   | `reading.Limits.wall`    |
|                   |                              | what is sent                          |                          |
"""
