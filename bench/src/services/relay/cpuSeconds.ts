import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of the kernel's clock in a second, on every Linux that is in use. */
const ticks = 100

interface Times {
  readonly parent: number
  readonly own: number
  /** Of its children that have ended. */
  readonly ended: number
}

/** Seconds of CPU that a process has used, with those that it started and that still run or have ended. */
export function cpuSeconds(pid: number): number {
  const all = new Map(readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? entryOf(Number(name)) : [])))
  const sum = (id: number): number => {
    const times = all.get(id)
    if (times === undefined) return 0
    const children = [...all].filter(([, { parent }]) => parent === id)
    return times.own + times.ended + children.reduce((total, [child]) => total + sum(child), 0)
  }
  return sum(pid) / ticks
}

/** The process whose command line has all of these words. @throws Error when there is none. */
export function findProcess(...words: readonly string[]): number {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue
    const line = read(`/proc/${name}/cmdline`)
    // Not the shell that ends it after us.
    if (words.every(word => line.includes(word)) && !line.startsWith('sh\0')) return Number(name)
  }
  throw new Error(`No process has ${words.join(' and ')} in its command line`)
}

function entryOf(pid: number): [number, Times][] {
  const stat = read(`/proc/${pid}/stat`)
  // Its name, in brackets, may have spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (stat === '') return []
  const at = (index: number) => Number(fields[index])
  return [[pid, { parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) }]]
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // It has just ended.
    return ''
  }
}
