import type { StoreFault } from './storeError.ts'

/** A migration in one engine's words. */
export interface MigrationScript {
  readonly id: number
  readonly name: string
  readonly statements: readonly string[]
}

/** A fault when the database was made by a newer release or by other steps than these. */
export function compareMigrations(
  recorded: readonly { readonly id: number; readonly name: string }[],
  scripts: readonly MigrationScript[],
): StoreFault | undefined {
  for (const [index, row] of recorded.entries()) {
    const script = scripts[index]
    if (script === undefined)
      return {
        code: 'invalid',
        message: `The data was written by a newer release (schema step ${row.id}); run that one`,
      }
    if (script.id !== row.id || script.name !== row.name)
      return {
        code: 'invalid',
        message: `The data holds schema step ${row.id} "${row.name}", which this release does not know`,
      }
  }
  return undefined
}
