import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chooseGates } from './chooseGates.ts'
import { createFakeClock } from './createFakeClock.fixture.ts'
import type { Gate, GateContext, GateResult } from './gate.ts'
import { type Outcome, type RunOptions, runGates, summarise } from './runGates.ts'

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

function run(gates: Gate[], options: Partial<RunOptions> = {}): Promise<Outcome[]> {
  return runGates(gates, {
    root,
    print: line => printed.push(line),
    signal: new AbortController().signal,
    settleMs: 200,
    ...options,
  })
}

/** A program that runs until it is ended. */
const endless = node('setInterval(() => {}, 1000)')

const minute = 60_000

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
      ['survivors', 0, 0],
    ])
    expect(readFileSync(join(root, '.cache/gates/one.log'), 'utf8')).toMatch(
      /hello[\s\S]*there|there[\s\S]*hello/,
    )
    expect(summarise(outcomes).split('\n').at(-1)).toBe('5 passed, 1 failed')
    expect(summarise(outcomes, ['postgres', 'redis']).split('\n').at(-2)).toMatch(
      /^total: \d+ s \(first run\) — without postgres, redis$/,
    )
  })

  test('a gate runs beside the one that it names, and is ended alone', async () => {
    const wait = (ms: number) => node(`setTimeout(() => console.log('done'), ${ms})`)
    const timed = (name: string, ms: number, beside?: string): Gate => ({
      ...gate(name, async ctx => ({ passed: (await ctx.run(wait(ms))).code === 0 ? 1 : 0, failed: 0 })),
      ...(beside && { beside }),
    })
    const clock = createFakeClock()
    const one: Gate = gate('one', async ctx => {
      const { code } = await ctx.run(wait(300))
      clock.advance(9 * minute)
      ctx.log('half way\n')
      clock.advance(minute)
      return { passed: code === 0 ? 1 : 0, failed: 0 }
    })
    const gates = [one, timed('two', 60_000, 'one'), timed('three', 0)]
    const outcomes = await run(gates, { clock })
    expect(outcomes.map(({ gate, passed, failed }) => [gate, passed, failed])).toEqual([
      ['one', 1, 0],
      ['two', 0, 1],
      ['three', 1, 0],
      ['survivors', 0, 0],
    ])
    expect(printed[0]).toBe('▸ one …  ▸ two …')
    const [first, two, three] = outcomes.map(({ began, seconds }) => ({ began, end: began + seconds * 1000 }))
    expect(two?.began).toBeLessThan(first?.end ?? 0)
    expect(three?.began).toBeGreaterThanOrEqual(two?.end ?? Number.POSITIVE_INFINITY)
    const total = Number(/total: (\d+) s/.exec(summarise(outcomes))?.[1])
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

  test('ends a gate that prints nothing for 10 minutes, with everything it started', async () => {
    const clock = createFakeClock()
    const silent = gate('silent', async ctx => {
      const running = ctx.run(endless)
      clock.advance(10 * minute - 1)
      expect(ctx.signal.aborted).toBe(false)
      clock.advance(1)
      return { passed: (await running).code, failed: 0 }
    })
    const outcomes = await run([silent, gate('next', async () => ({ passed: 1, failed: 0 }))], { clock })
    expect(outcomes[0]).toMatchObject({
      passed: 124,
      failed: 1,
      seconds: 600,
      notes: ['ended: it printed nothing for 10 minutes'],
    })
    expect(outcomes[1]).toMatchObject({ passed: 1, failed: 0 })
  })

  test('does not end a slow gate whose programs go on printing', async () => {
    const clock = createFakeClock()
    const slow = gate('slow', async ctx => {
      for (let round = 0; round < 7; round += 1) {
        await ctx.run(node(`console.log('round ${round}')`))
        clock.advance(9 * minute)
      }
      return { passed: ctx.signal.aborted ? 0 : 1, failed: 0 }
    })
    expect((await run([slow], { clock }))[0]).toMatchObject({ passed: 1, failed: 0, seconds: 63 * 60 })
  })

  test('output about another gate does not count for a silent one', async () => {
    const clock = createFakeClock()
    const quick = gate('quick', async () => {
      clock.advance(6 * minute)
      return { passed: 1, failed: 0 }
    })
    const silent: Gate = {
      ...gate('silent', async () => {
        await vi.waitFor(() => expect(printed.join()).toContain('✓ quick'))
        clock.advance(4 * minute)
        return { passed: 1, failed: 0 }
      }),
      beside: 'quick',
    }
    const outcomes = await run([silent, { ...quick, beside: 'quick' }], { clock })
    expect(outcomes.map(({ gate, failed }) => [gate, failed])).toEqual([
      ['silent', 1],
      ['quick', 0],
      ['survivors', 0],
    ])
  })

  test('ends the run after 80 minutes, and each gate that is left has failed', async () => {
    const clock = createFakeClock()
    const chatty = (name: string, minutes: number) =>
      gate(name, async ctx => {
        for (let at = 0; at < minutes && !ctx.signal.aborted; at += 1) {
          ctx.log(`minute ${at}\n`)
          clock.advance(minute)
        }
        return { passed: 1, failed: 0 }
      })
    const gates = [chatty('first', 50), chatty('second', 50), chatty('third', 1)]
    const outcomes = await run(gates, { clock })
    expect(outcomes.map(({ gate, passed, failed }) => [gate, passed, failed])).toEqual([
      ['first', 1, 0],
      ['second', 1, 1],
      ['third', 0, 1],
      ['survivors', 0, 0],
    ])
    expect(outcomes[1]?.notes).toEqual(['ended: the whole run passed 80 minutes'])
    expect(summarise(outcomes).split('\n').at(-1)).toBe('2 passed, 2 failed')
    const long = await run(gates, { clock, runMinutes: Number.POSITIVE_INFINITY })
    expect(long.every(({ failed }) => failed === 0)).toBe(true)
  })

  test('prints how long a gate took beside the last time that it passed on this machine', async () => {
    const clock = createFakeClock()
    const timed = (seconds: number, failed = 0) =>
      gate('timed', async () => {
        clock.advance(seconds * 1000)
        return { passed: 1, failed }
      })
    const line = async (each: Gate) => summarise(await run([each], { clock })).split('\n')[1]
    expect(await line(timed(12))).toBe('✓ timed: 1 passed in 12.0 s (first run)')
    expect(await line(timed(90, 1))).toBe('✗ timed: 1 passed, 1 failed in 90.0 s (last time 12.0 s)')
    expect(await line(timed(15))).toBe('✓ timed: 1 passed in 15.0 s (last time 12.0 s)')
    const total = async (...seconds: number[]) =>
      summarise(
        await run(
          seconds.map((each, at) => ({ ...timed(each), name: `timed${at}` })),
          { clock },
        ),
      )
        .split('\n')
        .at(-2)
    expect(await total(20, 10)).toBe('total: 30 s (first run)')
    expect(await total(20)).toBe('total: 20 s (first run)')
    expect(await total(40, 10)).toBe('total: 50 s (last time 30 s)')
    writeFileSync(join(root, '.cache/gates/durations.json'), '{"timed":"long"')
    expect(await line(timed(15))).toBe('✓ timed: 1 passed in 15.0 s (first run)')
  })

  test('counts tests in the last line, and other checks in the line above', async () => {
    const looked = (name: string, count: number, what: string, failed = 0) =>
      gate(name, async () => ({ passed: 0, failed, checked: { count, what } }))
    const tests = gate('unit', async () => ({ passed: 10_883, failed: 0 }))
    const gates = [looked('lint', 2_778, 'files linted'), looked('licences', 1_125, 'licences'), tests]
    expect(
      summarise(await run(gates))
        .split('\n')
        .slice(-2),
    ).toEqual(['2,778 files linted, 1,125 licences', '10883 passed, 0 failed'])
    const broken = await run([looked('lint', 2_778, 'files linted', 3), tests])
    expect(summarise(broken).split('\n').at(-1)).toBe('10883 passed, 3 failed')
  })

  test('an interruption ends the running gate and leaves the rest out', async () => {
    const stop = new AbortController()
    const outcomes = await run(
      [
        gate('first', async ctx => {
          const running = ctx.run(endless)
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
