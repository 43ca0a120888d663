// Preloaded into every task: when the bootstrap dies without a word (kill -9), its end of this channel closes and
// the task's whole process group is told to end.
if (process.channel) {
  process.once('disconnect', () => {
    process.kill(-process.pid, 'SIGTERM')
    setTimeout(() => process.kill(-process.pid, 'SIGKILL'), 10_000).unref()
  })
  // A listener makes the channel hold the process open; the task alone decides when it is done.
  process.channel.unref()
}
