import { spawnSync } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growthOf, linearGrowth } from '../../../../../packages/testing/src/fixtures/growthOf.ts'
import { createLog } from './createLog.ts'
import { redact } from './redact.ts'

function record(secrets: readonly string[] = []) {
  const lines: string[] = []
  return { lines, log: createLog({ level: 'debug', sink: { write: line => lines.push(line) }, secrets }) }
}

describe('createLog', () => {
  it('T44 T110: lets no query, credential, email or secret out, wherever it stands', () => {
    const { lines, log } = record(['https://node.example/v3/canarykey'])
    const canary = 'canary'
    log.info({ url: `https://x.example/a?projectId=${canary}&email=q` }, `GET /v1?token=${canary} done`)
    log.info({
      headers: { authorization: `${canary}`, cookie: `sid=${canary}` },
      email: `${canary}@mail.example`,
    })
    log.info({ note: `write to ${canary}@mail.example`, list: [`Bearer ${canary}.x-y_z`] })
    log.error({ err: new Error(`connect https://${canary}:pw@host/ failed, Basic ${canary}==`) }, 'failed')
    log.warn({ err: new Error('https://node.example/v3/canarykey refused') })
    expect(lines).toHaveLength(5)
    for (const line of lines) {
      expect(line).not.toContain(canary)
      expect(line).toContain('[redacted]')
      expect(() => JSON.parse(line)).not.toThrow()
    }
    expect(lines[0]).toContain('https://x.example/a?[redacted]')
  })

  it('leaves everything else as it is', () => {
    const { lines, log } = record()
    log.info({ route: '/v1/account/:address/balance', status: 200, ms: 1.5 }, 'request')
    expect(JSON.parse(String(lines[0]))).toMatchObject({
      level: 'info',
      route: '/v1/account/:address/balance',
      status: 200,
      ms: 1.5,
      msg: 'request',
    })
  })

  it('keeps a line valid JSON whatever is logged', () => {
    const { lines, log } = record()
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.jsonValue(), (text, value) => {
        log.info({ text: `/${text}?${text}@${text}`, value }, text)
        expect(() => JSON.parse(String(lines.pop()))).not.toThrow()
      }),
    )
  })
})

const full = '/dev/full'

it.runIf(existsSync(full))('F07: goes on without log lines on a full disk', () => {
  const program = `
    import { createLog } from ${JSON.stringify(new URL('./createLog.ts', import.meta.url).href)}
    const log = createLog({ level: 'info' })
    for (let line = 0; line < 3; line++) log.info({ line }, 'request')
    process.stderr.write('alive')
  `
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', openSync(full, 'w'), 'pipe'],
    encoding: 'utf8',
  })
  expect(stderr).toBe('alive')
})

describe('redact', () => {
  it.each([
    ['slashes', '/'.repeat(100_000)],
    ['at signs', 'a@'.repeat(50_000)],
    ['dots', `a@${'a.'.repeat(50_000)}`],
    ['question marks', '/a?'.repeat(30_000)],
    ['letters', 'a'.repeat(100_000)],
    ['bearers', 'Bearer '.repeat(15_000)],
  ])('T107: takes linear time on 100 kB of %s', (_name, text) => {
    expect(growthOf(length => redact(text.slice(0, length), []), text.length / 16)).toBeLessThan(linearGrowth)
  })
})
