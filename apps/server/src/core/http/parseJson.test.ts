import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from './parseJson.ts'
import { readBounded } from './readBody.ts'

const parse = (text: string) => parseJson(new TextEncoder().encode(text))

describe('parseJson', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5, noUnicodeString: false }), text => {
        if (/__proto__|constructor|prototype/.test(text)) return
        expect(parse(text)).toEqual({ value: JSON.parse(text) })
      }),
    )
  })

  it.each([
    ['nothing', ''],
    ['half a document', '{"a":'],
    ['two documents', '1 2'],
    ['a comment', '/* */ 1'],
    ['too many levels', `${'['.repeat(33)}${']'.repeat(33)}`],
    ['far too many levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['T106 __proto__', '{"__proto__":{"polluted":true}}'],
    ['T106 constructor, deep', '{"a":[{"constructor":{"prototype":{"polluted":true}}}]}'],
  ])('refuses %s', (_name, text) => {
    expect(parse(text)).toBeUndefined()
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('refuses bytes that are not UTF-8', () => {
    expect(parseJson(new Uint8Array([0x22, 0xff, 0x22]))).toBeUndefined()
  })
})

describe('readBounded', () => {
  it('gives up at the limit and cancels the stream', async () => {
    let cancelled = false
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: controller => {
        sent++
        controller.enqueue(new Uint8Array(1_000))
      },
      cancel: () => {
        cancelled = true
      },
    })
    expect(await readBounded(endless, 10_000)).toBeUndefined()
    expect(cancelled).toBe(true)
    expect(sent).toBeLessThan(20)
  })

  it('takes exactly the limit', async () => {
    const body = new Response(new Uint8Array(10)).body
    expect(await readBounded(body, 10)).toHaveLength(10)
  })
})
