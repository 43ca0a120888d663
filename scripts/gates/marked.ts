import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The environment variable that every program started by a gate inherits, however deep: `<run>:<gate>`. */
export const markVariable = 'LATCHKEY_GATE'

/** The gate of a process whose mark cannot be read. */
export const unknownGate = 'unknown'

/** A process that still lives and was started, directly or not, by a gate of this run. */
export interface MarkedProcess {
  pid: number
  gate: string
  command: string
}

/** The living processes that carry the mark of a run; on systems without /proc, those of our own process group. */
export function markedProcesses(run: string): MarkedProcess[] {
  return process.platform === 'linux' ? fromProc(run) : fromProcessGroup()
}

/** Ends processes by their ids: politely first, after `graceMs` by force. */
export async function endProcesses(pids: readonly number[], graceMs = 2_000): Promise<void> {
  const signal = (name: NodeJS.Signals | 0): number[] => pids.filter(pid => send(pid, name))
  signal('SIGTERM')
  for (let waited = 0; waited < graceMs && signal(0).length > 0; waited += 50) {
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  signal('SIGKILL')
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false
  }
}

function fromProc(run: string): MarkedProcess[] {
  const found: MarkedProcess[] = []
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid === process.pid) continue
    const environment = read(`/proc/${pid}/environ`).split('\0')
    const mark = environment.find(entry => entry.startsWith(`${markVariable}=${run}:`))
    if (mark === undefined || isZombie(pid)) continue
    const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
    found.push({ pid, gate: mark.slice(`${markVariable}=${run}:`.length), command: command.slice(0, 160) })
  }
  return found
}

function isZombie(pid: number): boolean {
  return / Z /.test(read(`/proc/${pid}/stat`).replace(/^.*\)/, ''))
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function fromProcessGroup(): MarkedProcess[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,pgid=,command='], { encoding: 'utf8' }).trim().split('\n')
  const processes = rows.map(row => row.trim().match(/^(\d+)\s+(\d+)\s+(.*)$/))
  const own = processes.find(match => Number(match?.[1]) === process.pid)?.[2]
  return processes
    .filter(
      match => match?.[2] === own && Number(match?.[1]) !== process.pid && !match?.[3]?.startsWith('ps '),
    )
    .map(match => ({ pid: Number(match?.[1]), gate: unknownGate, command: match?.[3] ?? '' }))
}
