// Preloaded into every task: when the bootstrap is killed (kill -9), its end of this channel closes and the task ends
// its whole process group.
if (process.channel) {
  process.once('disconnect', () => {
    process.kill(-process.pid, 'SIGTERM')
    setTimeout(() => process.kill(-process.pid, 'SIGKILL'), 10_000).unref()
  })
  // A listener makes the channel hold the process open; the task alone decides when it is done.
  process.channel.unref()
}
