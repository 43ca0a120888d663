import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'

/**
 * Takes a lock between processes: a file with the number of the process that has it. One whose owner was killed is free.
 * @returns a function that gives it back, or the number of the process that has it.
 * @throws Error of the file system.
 */
export function takeLock(lock: string): (() => void) | number {
  if (!writeLock(lock)) {
    const owner = Number(readFileSync(lock, 'utf8'))
    if (isHeld(lock, owner)) return owner
    // Its owner was killed without a chance to give it back.
    rmSync(lock, { force: true })
    if (!writeLock(lock)) return Number(readFileSync(lock, 'utf8'))
  }
  return () => rmSync(lock, { force: true })
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

/** The system's code of an error, such as `ENOSPC`. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
