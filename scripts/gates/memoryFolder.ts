import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** Where Linux has a file system in memory that everybody may write to. */
const usualPlace = '/dev/shm'
/** Bytes that have to be free: beside what tests write, Chromium keeps there what its processes share. */
const roomThere = 2 * 2 ** 30
/** Bytes of memory that have to be free beside it, for the programs themselves. */
const roomBeside = 4 * 2 ** 30
const prefix = 'latchkey-gates-'

/**
 * A folder in memory for what the programs of a run write to their temporary folder: each test's database waits for
 * its disk at every write, which took a fifth of the run's time. None where there is no such file system, no room for
 * it, or nothing in it can be executed; then the temporary folder stays where it is. Folders of runs that were killed
 * go first: they would keep their memory.
 */
export function makeMemoryFolder(
  place = usualPlace,
  free = process.availableMemory(),
): { readonly path: string; remove(): void } | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    accessSync(place, constants.W_OK)
    for (const name of readdirSync(place)) if (isLeft(name)) discard(join(place, name))
    const { bavail, bsize } = statfsSync(place)
    if (bavail * bsize < roomThere || free < roomThere + roomBeside) return undefined
    const path = mkdtempSync(join(place, `${prefix}${process.pid}-`))
    // Databases started by root run as another user, and have to reach their folders in it.
    chmodSync(path, 0o711)
    if (canExecuteIn(path)) return { path, remove: () => discard(path) }
    discard(path)
  } catch {
    // The usual temporary folder does as well.
  }
  return undefined
}

function isLeft(name: string): boolean {
  const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Containers mount it so that nothing in it can be executed, and some tests write programs. */
function canExecuteIn(folder: string): boolean {
  const program = join(folder, 'probe')
  writeFileSync(program, '#!/bin/sh\nexit 7\n', { mode: 0o700 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 7
}

function discard(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // Another user's, or still written to: the next run tries again.
  }
}
