import { spawn } from 'node:child_process'
import { SetupError } from './say.mjs'

/** How npm installs here: exactly the lockfile, whatever NODE_ENV says, no scripts, and an unreachable registry is noticed in some 15 s. */
export const installArgs = [
  'ci',
  '--include=dev',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--fetch-retry-mintimeout=2000',
  '--fetch-retry-maxtimeout=10000',
]

/** Runs npm quietly in `cwd` and resolves with its exit code and what it printed; an interruption ends npm and throws. */
export function runNpm({ node, npm, args, cwd, env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [npm, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let interrupted = false
    const keep = chunk => {
      output = (output + chunk).slice(-200_000)
    }
    const interrupt = signal => {
      interrupted = true
      child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, interrupt)
    const settle = code => {
      for (const signal of signals) process.off(signal, interrupt)
      if (interrupted) reject(new SetupError('interrupted: nothing was started.'))
      else resolve({ code, output })
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', error => {
      keep(String(error))
      settle(1)
    })
    child.on('close', code => settle(code ?? 1))
  })
}
