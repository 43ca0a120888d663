import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isExecutable } from '../isExecutable.ts'

/** The systems that the contract tests run on besides SQLite. */
export type DatabaseName = (typeof databaseNames)[number]
export const databaseNames = ['postgres', 'redis'] as const

const programs: Readonly<Record<DatabaseName, readonly string[]>> = {
  postgres: ['postgres', 'initdb'],
  redis: ['redis-server'],
}

/** The folder of a system's programs on this machine, or undefined. */
export function findPrograms(name: DatabaseName): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter)
  return [...debianFolders(), ...path].find(folder =>
    programs[name].every(program => folder !== '' && isExecutable(join(folder, program))),
  )
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
