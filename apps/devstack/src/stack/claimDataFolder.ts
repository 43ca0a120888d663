import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes the data folder and takes its lock, because two stacks that write one state would ruin it.
 * @returns a function that gives the lock back.
 * @throws Error with one line: not writable, no room, or another stack uses it.
 */
export function claimDataFolder(folder: string): () => void {
  const lock = join(folder, 'lock')
  try {
    mkdirSync(folder, { recursive: true })
    if (!writeLock(lock)) {
      const owner = Number(readFileSync(lock, 'utf8'))
      if (isHeld(lock, owner)) throw new InUse(owner)
      // Its owner was killed without a chance to give it back.
      rmSync(lock, { force: true })
      if (!writeLock(lock)) throw new InUse(Number(readFileSync(lock, 'utf8')))
    }
  } catch (error) {
    throw new Error(explain(folder, error), { cause: error })
  }
  return () => rmSync(lock, { force: true })
}

class InUse extends Error {
  constructor(owner: number) {
    super(`process ${owner}`)
  }
}

/** Whether the lock was free. */
function writeLock(lock: string): boolean {
  let descriptor: number
  try {
    descriptor = openSync(lock, 'wx')
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  try {
    writeSync(descriptor, String(process.pid))
  } catch (error) {
    rmSync(lock, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
  return true
}

function isHeld(lock: string, pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  // Our own number may be left over from a container that ran before: then the lock is older than this process.
  if (pid === process.pid) return statSync(lock).mtimeMs > Date.now() - process.uptime() * 1_000
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
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

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
