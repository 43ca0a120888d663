import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, takeLock } from '../../../../scripts/build/takeLock.ts'

/**
 * Makes the data folder and takes its lock, because two stacks that write one state would ruin it.
 * @returns a function that gives the lock back.
 * @throws Error with one line: not writable, no room, or another stack uses it.
 */
export function claimDataFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true })
    const taken = takeLock(join(folder, 'lock'))
    if (typeof taken === 'number') throw new InUse(taken)
    return taken
  } catch (error) {
    throw new Error(explain(folder, error), { cause: error })
  }
}

class InUse extends Error {
  constructor(owner: number) {
    super(`process ${owner}`)
  }
}

function explain(folder: string, error: unknown): string {
  const code = codeOf(error)
  if (error instanceof InUse) {
    return `The data folder ${folder} is in use by ${error.message}; if that is no dev stack, remove ${folder}/lock.`
  }
  if (code === 'ENOSPC') return `No room on the disk for the data folder ${folder}.`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `The data folder ${folder} is not writable.`
  if (code === 'ENOTDIR' || code === 'EEXIST') return `The data folder ${folder} is not a folder.`
  return `The data folder ${folder} cannot be used: ${String(code ?? error)}.`
}
