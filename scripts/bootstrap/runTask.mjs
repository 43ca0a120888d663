import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

const repeatedWithinMs = 700
const graceMs = 3_000

/**
 * Runs one program in a process group of its own, hands it our stdin, stdout and signals, and resolves with its exit
 * code once nothing of its group is left.
 */
export async function runTask({ node, args, env, cwd }) {
  const child = spawn(node, args, {
    cwd,
    env,
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const stopForwarding = forwardSignals(child)
  const code = await new Promise(resolve => {
    child.on('error', error => {
      process.stderr.write(`latchkey: the task did not start: ${error.message}\n`)
      resolve(1)
    })
    child.on('exit', (exitCode, signal) => resolve(exitCode ?? 128 + (constants.signals[signal] ?? 0)))
  })
  await endGroup(child.pid)
  stopForwarding()
  return code
}

// A Ctrl-C reaches us from the terminal and once more from npm, which passes it on: one of them is enough.
function forwardSignals(child) {
  const last = new Map()
  const forward = signal => {
    const now = Date.now()
    if (now - (last.get(signal) ?? Number.NEGATIVE_INFINITY) < repeatedWithinMs) return
    last.set(signal, now)
    child.kill(signal)
  }
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const name of names) process.on(name, forward)
  return () => {
    for (const name of names) process.off(name, forward)
  }
}

async function endGroup(pid) {
  if (pid === undefined || process.platform === 'win32') return
  if (!signalGroup(pid, 'SIGTERM')) return
  for (let waited = 0; waited < graceMs; waited += 100) {
    await delay(100)
    if (!signalGroup(pid, 0)) return
  }
  signalGroup(pid, 'SIGKILL')
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}
