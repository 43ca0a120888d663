import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, resolve } from 'node:path'
import { runTool } from '../../../scripts/build/runTool.ts'

const root = resolve(import.meta.dirname, '../../..')

/** The services' program as an image ships it: JavaScript, up to date. @throws Error with what the compiler said. */
export async function builtServer(): Promise<string> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { code, output } = await runTool([process.execPath, tsc, '-b', 'apps/server'], { cwd: root })
  if (code !== 0) throw new Error(`The services cannot be built: ${output.slice(-2_000)}`)
  return join(root, 'apps/server/dist/main.js')
}

/** The bare server's program, JavaScript as well: to strip types at its start would be half of it. */
export function builtBare(): string {
  const folder = join(root, '.cache/bench')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'bareServer.mjs')
  writeFileSync(file, stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'bareServer.ts'), 'utf8')))
  return file
}
