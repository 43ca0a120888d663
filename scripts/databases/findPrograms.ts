import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isExecutable } from '../isExecutable.ts'

/** The systems that the contract tests run on besides SQLite. */
export type DatabaseName = (typeof databaseNames)[number]
export const databaseNames = ['postgres', 'redis'] as const

/** Which programs each needs, the better choice first: Valkey speaks Redis's protocol. */
const programs: Readonly<Record<DatabaseName, readonly (readonly string[])[]>> = {
  postgres: [['postgres', 'initdb']],
  redis: [['valkey-server'], ['redis-server']],
}

/** The folder of a system's programs on this machine, or undefined. */
export function findPrograms(name: DatabaseName): string | undefined {
  return findChoice(name)?.folder
}

/** The server program that speaks Redis's protocol, Valkey's before Redis's own. @throws Error where neither is. */
export function findRedisServer(): string {
  const choice = findChoice('redis')
  if (choice === undefined) throw new Error('There is neither valkey-server nor redis-server on this machine')
  return join(choice.folder, ...choice.programs)
}

function findChoice(
  name: DatabaseName,
): { readonly folder: string; readonly programs: readonly string[] } | undefined {
  const folders = [...debianFolders(), ...(process.env.PATH ?? '').split(delimiter)]
  for (const choice of programs[name]) {
    const folder = folders.find(each =>
      choice.every(program => each !== '' && isExecutable(join(each, program))),
    )
    if (folder !== undefined) return { folder, programs: choice }
  }
  return undefined
}

/** The systems that are to be left out: `LATCHKEY_WITHOUT=postgres,redis`. Throws one clear line for another name. */
export function withoutDatabases(text = process.env.LATCHKEY_WITHOUT ?? ''): readonly DatabaseName[] {
  const names = text.split(',').flatMap(part => (part.trim() === '' ? [] : [part.trim()]))
  return names.map(name => {
    const known = databaseNames.find(each => each === name)
    if (known === undefined)
      throw new Error(`LATCHKEY_WITHOUT may name ${databaseNames.join(' and ')}, separated by a comma`)
    return known
  })
}

/** Debian keeps PostgreSQL's programs off the path, a folder for each version; the newest goes first. */
function debianFolders(): string[] {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return []
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map(version => join(root, version, 'bin'))
}
