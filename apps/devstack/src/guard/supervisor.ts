// The process between the dev stack and a program it starts. It leads the program's process group and ends the
// whole group when the dev stack is gone, for whatever reason: the channel to the parent closes even on SIGKILL.
import { spawn } from 'node:child_process'

const [grace = '0', command = '', ...args] = process.argv.slice(2)

// Signals are for the parent to act on: it answers by closing the channel.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

const program = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })

program.on('spawn', () => tell({ pid: program.pid }))
program.on('error', error => endGroup({ failure: error.message }))
program.on('exit', (code, signal) => endGroup({ code, signal }))

process.on('disconnect', endProgram)
if (!process.connected) endProgram()

/** Asks first, so that the program can save its state; insists after the grace time. Its end then ends the group. */
function endProgram(): void {
  program.kill('SIGTERM')
  setTimeout(() => program.kill('SIGKILL'), Number(grace))
}

/** Also ends what the program itself may have started and left, and this process. */
function endGroup(report: object): void {
  tell(report, () => process.kill(-process.pid, 'SIGKILL'))
}

function tell(report: object, then: () => void = () => undefined): void {
  if (!process.connected || !process.send) then()
  else process.send(report, undefined, undefined, then)
}
