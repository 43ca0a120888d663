import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chooseGates } from './chooseGates.ts'
import type { Gate, GateContext, GateResult } from './gate.ts'
import { type Outcome, runGates, summarise } from './runGates.ts'

// Programs are started, on a machine that does other things as well.
vi.setConfig({ testTimeout: 20_000 })

let root = ''
let printed: string[] = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'latchkey-gates-'))
  printed = []
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

const gate = (name: string, run: (ctx: GateContext) => Promise<GateResult>): Gate => ({
  name,
  quick: false,
  run,
})

const node = (script: string) => [process.execPath, '-e', script]

function run(gates: Gate[], options: { budget?: number; signal?: AbortSignal } = {}): Promise<Outcome[]> {
  return runGates(gates, {
    root,
    budget: () => options.budget ?? 20,
    print: line => printed.push(line),
    signal: options.signal ?? new AbortController().signal,
    settleMs: 200,
  })
}

const isAlive = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2] !== 'Z'
  } catch {
    return false
  }
}

describe('runGates', () => {
  test('runs gates in order, counts their checks and keeps their output', async () => {
    const outcomes = await run([
      gate('one', async ctx => {
        const { code, output } = await ctx.run(node(`console.log('hello'); console.error('there')`))
        return { passed: code === 0 && output.includes('hello') ? 3 : 0, failed: 0 }
      }),
      gate('two', async () => ({ passed: 2, failed: 1, notes: ['a note'] })),
    ])
    expect(outcomes.map(({ gate, passed, failed }) => [gate, passed, failed])).toEqual([
      ['one', 3, 0],
      ['two', 2, 1],
      ['survivors', 1, 0],
    ])
    expect(readFileSync(join(root, '.cache/gates/one.log'), 'utf8')).toMatch(
      /hello[\s\S]*there|there[\s\S]*hello/,
    )
    expect(summarise(outcomes, 720).split('\n').at(-1)).toBe('6 passed, 1 failed')
    expect(summarise(outcomes, 720, ['postgres', 'redis']).split('\n').at(-2)).toMatch(
      /^total: \d+ s of 720 s — without postgres, redis$/,
    )
  })

  test('a gate runs beside the one that it names, and is ended alone', async () => {
    const wait = (ms: number) => node(`setTimeout(() => console.log('done'), ${ms})`)
    const timed = (name: string, ms: number, beside?: string): Gate => ({
      ...gate(name, async ctx => ({ passed: (await ctx.run(wait(ms))).code === 0 ? 1 : 0, failed: 0 })),
      ...(beside && { beside }),
    })
    const gates = [timed('one', 300), timed('two', 60_000, 'one'), timed('three', 0)]
    const outcomes = await runGates(gates, {
      root,
      budget: name => (name === 'two' ? 0.2 : 20),
      print: line => printed.push(line),
      signal: new AbortController().signal,
    })
    expect(outcomes.map(({ gate, passed, failed }) => [gate, passed, failed])).toEqual([
      ['one', 1, 0],
      ['two', 0, 1],
      ['three', 1, 0],
      ['survivors', 1, 0],
    ])
    expect(printed[0]).toBe('▸ one …  ▸ two …')
    const [one, two, three] = outcomes.map(({ began, seconds }) => ({ began, end: began + seconds * 1000 }))
    expect(two?.began).toBeLessThan(one?.end ?? 0)
    expect(three?.began).toBeGreaterThanOrEqual(two?.end ?? Number.POSITIVE_INFINITY)
    const total = Number(/total: (\d+) s/.exec(summarise(outcomes, 720))?.[1])
    expect(total).toBeLessThanOrEqual(Math.ceil(outcomes.reduce((sum, { seconds }) => sum + seconds, 0)))
  })

  test('where the one that it names is left out, a gate has a turn of its own', async () => {
    const done = async () => ({ passed: 1, failed: 0 })
    await run([
      { ...gate('types', done), beside: 'lint' },
      { ...gate('knip', done), beside: 'lint' },
      { ...gate('build', done), beside: 'browser' },
    ])
    expect(printed.filter(line => line.startsWith('▸'))).toEqual(['▸ types …  ▸ knip …', '▸ build …'])
  })

  test('a gate that crashes, or whose program does not exist, counts as failed and the rest still runs', async () => {
    const outcomes = await run([
      gate('broken', async () => {
        throw new Error('out of cheese')
      }),
      gate('absent', async ctx => {
        const { code } = await ctx.run(['no-such-program-here'])
        return { passed: 0, failed: code === 127 ? 1 : 0 }
      }),
      gate('fine', async () => ({ passed: 1, failed: 0 })),
    ])
    expect(outcomes.map(({ failed }) => failed)).toEqual([1, 1, 0, 0])
    expect(printed.join('\n')).toContain('out of cheese')
  })

  test('shows only the tail of a long failure', async () => {
    await run([
      gate('loud', async ctx => {
        ctx.log(Array.from({ length: 500 }, (_, at) => `line ${at}`).join('\n'))
        return { passed: 0, failed: 1 }
      }),
    ])
    expect(printed.join('\n')).not.toContain('line 439\n')
    expect(printed.join('\n')).toContain('line 499')
  })

  test('ends a gate that takes three times its budget, with everything it started', async () => {
    const outcomes = await run(
      [
        gate('slow', async ctx => ({
          passed: (await ctx.run(node('setInterval(() => {}, 1000)'))).code,
          failed: 0,
        })),
      ],
      {
        budget: 0.1,
      },
    )
    expect(outcomes[0]).toMatchObject({ passed: 124, failed: 1 })
    expect(outcomes[0]?.notes?.join()).toMatch(/ended after 0\.3/)
  })

  test('an interruption ends the running gate and leaves the rest out', async () => {
    const stop = new AbortController()
    const outcomes = await run(
      [
        gate('first', async ctx => {
          const running = ctx.run(node(`console.log('up'); setInterval(() => {}, 1000)`))
          stop.abort()
          return { passed: 0, failed: (await running).code === 124 ? 1 : 0 }
        }),
        gate('second', async () => ({ passed: 1, failed: 0 })),
      ],
      { signal: stop.signal },
    )
    expect(outcomes.map(({ gate }) => gate)).toEqual(['first', 'survivors'])
    expect(outcomes[0]?.failed).toBe(1)
  })

  test.runIf(process.platform === 'linux')(
    'names, ends and counts a process that was left running',
    async () => {
      const leave = `const c = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' }); c.unref(); console.log(c.pid)`
      let pid = 0
      const outcomes = await run([
        gate('untidy', async ctx => {
          pid = Number((await ctx.run(node(leave))).output)
          return { passed: 1, failed: 0 }
        }),
      ])
      expect(pid).toBeGreaterThan(1)
      expect(outcomes.at(-1)).toMatchObject({ gate: 'survivors', passed: 0, failed: 1 })
      expect(printed.join('\n')).toContain(`untidy left process ${pid} running`)
      expect(isAlive(pid)).toBe(false)
    },
  )

  test('a report of an earlier run is not taken for this one’s', async () => {
    let path = ''
    await run([gate('a', async ctx => ({ passed: ctx.file('report.json').length, failed: 0 }))])
    await run([
      gate('a', async ctx => {
        path = ctx.file('report.json')
        return { passed: existsSync(path) ? 1 : 0, failed: 0 }
      }),
    ])
    expect(path).toBe(join(root, '.cache/gates/a.report.json'))
  })
})

describe('chooseGates', () => {
  const known = [
    { name: 'lint', quick: true },
    { name: 'unit', quick: true },
    { name: 'size', quick: false },
    { name: 'e2e', quick: false },
    { name: 'soak', quick: false, long: true },
  ]

  test.each([
    [[], ['lint', 'unit', 'size', 'e2e']],
    [['check'], ['lint', 'unit']],
    [['soak'], ['soak']],
    [
      ['e2e', 'lint'],
      ['lint', 'e2e'],
    ],
    [['--only=size,unit'], ['unit', 'size']],
    [['--skip=e2e,lint'], ['unit', 'size']],
    [['check', '--skip=lint'], ['unit']],
    [['--skip=check'], ['size', 'e2e']],
    [
      ['check', 'size'],
      ['lint', 'unit', 'size'],
    ],
  ])('%j runs %j', (args, names) => {
    expect(chooseGates(args, known)).toEqual(names)
  })

  test.each([
    [['--only=uint'], 'there is no gate "uint"'],
    [['browsr'], 'there is no gate "browsr"'],
    [['--skip=x'], 'there is no gate "x"'],
    [['unit', '--skip=check'], 'no gate is left to run'],
    [['--fast'], 'unknown option --fast'],
    [['--only'], 'unknown option --only'],
  ])('%j is refused', (args, message) => {
    expect(() => chooseGates(args, known)).toThrow(message)
  })
})
