import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { say } from './say.mjs'

const pollMs = 250
const heartbeatMs = 2_000
const staleMs = 30_000

/** Runs `work` while this process alone holds the lock file; waits for a living owner, takes over from a dead one. */
export async function withSetupLock(path, work, isAlive = processExists) {
  mkdirSync(dirname(path), { recursive: true })
  let told = false
  while (!acquire(path)) {
    if (releaseIfStale(path, isAlive)) continue
    if (!told) say('another run is setting up this checkout: waiting for it …')
    told = true
    await delay(pollMs)
  }
  const heartbeat = setInterval(() => touch(path), heartbeatMs)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    rmSync(path, { force: true })
  }
}

function acquire(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    // On a full disk the file exists and stays empty: the next run would wait for its owner.
    rmSync(path, { force: true })
    throw error
  }
}

function releaseIfStale(path, isAlive) {
  const owner = readOwner(path)
  if (owner === undefined) return true
  if (!isStale(owner, isAlive)) return false
  // Two waiters may both see the dead owner; the one whose rename caught a living lock instead puts it back.
  const taken = `${path}.${process.pid}.stale`
  try {
    renameSync(path, taken)
    const caught = readOwner(taken)
    if (caught !== undefined && !isStale(caught, isAlive)) linkSync(taken, path)
  } catch (error) {
    // Another run was faster: the next attempt decides. A run without permission would retry forever.
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  }
  rmSync(taken, { force: true })
  return true
}

function readOwner(path) {
  try {
    return { pid: Number(readFileSync(path, 'utf8')), age: Date.now() - statSync(path).mtimeMs }
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return undefined
  }
}

// A lock without a pid is one that is just being written; an old heartbeat means that the pid now names another process.
function isStale({ pid, age }, isAlive) {
  return age > staleMs || (pid > 0 && !isAlive(pid))
}

function touch(path) {
  try {
    const now = new Date()
    utimesSync(path, now, now)
  } catch {
    // The folder went away under us; the work itself will say so.
  }
}

function processExists(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
