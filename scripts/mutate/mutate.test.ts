import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { applyMutant } from './applyMutant.ts'
import { chooseMutants } from './chooseMutants.ts'
import { listMutants } from './listMutants.ts'
import type { Mutant } from './mutant.ts'
import { isEnough, runMutants } from './runMutants.ts'

const root = resolve(import.meta.dirname, '../..')
const mutants = listMutants()
const sample: Mutant = {
  id: 'a:1',
  file: 'a.ts',
  tests: ['a.test.ts'],
  from: 'a',
  to: 'b',
  equivalent: undefined,
}

describe('the table of mutants', () => {
  it('has at least 120 in all, and at least 8 in each part that the audit names', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(120)
    const parts = [
      ...['keys', 'approve', 'login', 'provider'].map(each => `apps/frame/src/${each}/`),
      ...['people/custody', 'people/login', 'people/signin', 'data/names'].map(
        each => `apps/server/src/${each}/`,
      ),
      ...[
        'pairing',
        'server',
        'engine/flows/send',
        'engine/flows/swap',
        'engine/flows/pay',
        'engine/flows',
        'engine/nouns',
        'chains/solana/send',
        'chains',
      ].map(each => `packages/latchkey/src/${each}/`),
    ]
    for (const part of parts)
      expect(mutants.filter(({ file }) => file.startsWith(part)).length, part).toBeGreaterThanOrEqual(8)
    expect(mutants.filter(({ file }) => !parts.some(part => file.startsWith(part)))).toEqual([])
  })

  it('changes text that stands in its file exactly once, each time to another text', () => {
    const wrong = mutants.flatMap(mutant => {
      try {
        const source = readFileSync(join(root, mutant.file), 'utf8')
        return applyMutant(source, mutant) === source ? [`${mutant.id}: changes nothing`] : []
      } catch (error) {
        return [error instanceof Error ? error.message : String(error)]
      }
    })
    expect(wrong).toEqual([])
    expect(new Set(mutants.map(({ file, from, to }) => [file, from, to].join('\n'))).size).toBe(
      mutants.length,
    )
  })

  it('names tests that exist and need no browser', () => {
    const tests = [...new Set(mutants.flatMap(mutant => mutant.tests))]
    expect(
      tests.filter(test => !existsSync(join(root, test)) || /\.(browser|long)\.test\./.test(test)),
    ).toEqual([])
    expect(mutants.filter(mutant => mutant.tests.length === 0)).toEqual([])
  })
})

describe('a run of mutants', () => {
  it('draws the same sample for the same seed, and another one for another', () => {
    const draw = (seed: number) => chooseMutants(mutants, { sample: 20, seed }).map(({ id }) => id)
    expect(draw(1)).toEqual(draw(1))
    expect(new Set(draw(1)).size).toBe(20)
    expect(draw(1)).not.toEqual(draw(2))
    expect(chooseMutants(mutants, { only: 'frame/keys/', sample: 3, seed: 1 })).toHaveLength(3)
    const ids = chooseMutants(mutants, { only: 'keys/commitOf,keys/bytes', seed: 1 }).map(({ file }) => file)
    expect(new Set(ids)).toEqual(new Set(['bytes', 'commitOf'].map(name => `apps/frame/src/keys/${name}.ts`)))
  })

  it('refuses a text that is missing or stands there twice', () => {
    expect(applyMutant('x a y', sample)).toBe('x b y')
    expect(() => applyMutant('x', sample)).toThrow('does not contain')
    expect(() => applyMutant('a a', sample)).toThrow('more than once')
  })

  it('counts a mutant as killed by the test that fails with it, and not by one that fails anyway', async () => {
    const judged = { ...sample, id: 'a:2', equivalent: 'the same' }
    const seen: (string | undefined)[] = []
    const outcomes = await runMutants(
      [sample, { ...sample, id: 'a:3' }, judged],
      {
        run: async (_tests, mutant) => {
          seen.push(mutant?.id)
          return { failed: mutant?.id === 'a:1' ? 'a test' : undefined, ms: 1 }
        },
      },
      () => {},
    )
    expect(seen).toEqual([undefined, 'a:1', 'a:3', 'a:2'])
    expect(outcomes.map(({ state, by }) => [state, by])).toEqual([
      ['killed', 'a test'],
      ['survived', undefined],
      ['equivalent', undefined],
    ])
    const failing = { run: async () => ({ failed: 'a test', ms: 1 }) }
    await expect(runMutants([sample], failing, () => {})).rejects.toThrow('without any mutant')
  })

  it('is enough from nine of ten killed on', () => {
    const of = (killed: number, survived: number) => [
      ...Array.from({ length: killed }, () => ({ state: 'killed' as const })),
      ...Array.from({ length: survived }, () => ({ state: 'survived' as const })),
    ]
    expect([of(9, 1), of(17, 2), of(0, 0)].map(isEnough)).toEqual([true, false, false])
  })
})
