import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { SetupError } from './say.mjs'

/** The npm that is already on this machine, as a script for `node`: the one that started us, else the one beside Node or on PATH. */
export function npmCli(env = process.env, execPath = process.execPath) {
  const beside = dirname(execPath)
  const places = [
    env.LATCHKEY_NPM_CLI,
    env.npm_execpath,
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    ...(env.PATH ?? '').split(delimiter).map(folder => join(folder, 'npm')),
  ]
  for (const place of places) {
    if (!place || !existsSync(place)) continue
    const real = realpathSync(place)
    if (real.endsWith('npm-cli.js')) return real
  }
  throw new SetupError('npm was not found beside Node or on PATH. Install Node.js with npm, then run again.')
}
