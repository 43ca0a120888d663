import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRelayFrame } from './parseRelayFrame.ts'

const topic = 'ab'.repeat(32)
const data = { topic, message: 'AAAA', tag: 1_101, publishedAt: 5, attestation: null }
const push = { id: 7, jsonrpc: '2.0', method: 'irn_subscription', params: { id: 'sub', data } }
const read = (frame: unknown) => parseRelayFrame(JSON.stringify(frame))

describe('parseRelayFrame', () => {
  it('reads answers, errors and pushes', () => {
    expect(read({ id: '1778341964282845123', jsonrpc: '2.0', result: ['a'] })).toEqual({
      type: 'answer',
      id: '1778341964282845123',
      result: ['a'],
    })
    expect(read({ id: 1, error: { code: 3_001, message: 'Too many', data: 'x' } })).toEqual({
      type: 'error',
      id: '1',
      code: 3_001,
      message: 'Too many',
    })
    // Some servers write both members.
    expect(read({ id: 1, result: true, error: null })).toEqual({ type: 'answer', id: '1', result: true })
    const { attestation: _, ...plain } = data
    expect(read(push)).toEqual({ type: 'push', rawId: '7', ...plain })
    // The old names of the protocol.
    expect(read({ ...push, method: 'waku_subscription' })).toMatchObject({ type: 'push' })
    expect(read({ ...push, params: { data: { ...data, tag: 'x', publishedAt: null } } })).toMatchObject({
      tag: 0,
      publishedAt: 0,
    })
  })

  it('keeps an id as it was written, wherever else the name stands', () => {
    const frame = (id: string, inner: string) =>
      `{"id":${id},"method":"irn_subscription","params":{"id":${inner},"data":${JSON.stringify(data)}}}`
    for (const [id, inner] of [
      ['1778341964282845123', '5'],
      ['5', '1778341964282845123'],
      ['"text"', '5'],
    ] as const)
      expect(parseRelayFrame(frame(id, inner))).toMatchObject({ rawId: id })
  })

  it.each([
    ['null', null],
    ['a text', 'x'],
    ['a batch', [push]],
    ['no id', { ...push, id: undefined }],
    ['an id that is an object', { ...push, id: {} }],
    ['an id without end', { id: 'x'.repeat(65), result: true }],
    ['neither answer nor push', { id: 1 }],
    ['another method', { ...push, method: 'irn_publish' }],
    ['no params', { ...push, params: undefined }],
    ['no data', { ...push, params: {} }],
    ['a topic that is none', { ...push, params: { data: { ...data, topic: 'x' } } }],
    ['a message that is no text', { ...push, params: { data: { ...data, message: 1 } } }],
    ['a message that is too long', { ...push, params: { data: { ...data, message: 'A'.repeat(131_073) } } }],
    ['an error without a code', { id: 1, error: { message: 'x' } }],
    ['an error that is a text', { id: 1, error: 'x' }],
  ])('refuses %s', (_name, frame) => {
    expect(read(frame)).toBeUndefined()
  })

  it('takes anything without throwing, and a frame of any size is bounded first', () => {
    fc.assert(
      fc.property(fc.json(), text => void parseRelayFrame(text)),
      { numRuns: 300 },
    )
    fc.assert(
      fc.property(
        fc.record({
          id: fc.jsonValue(),
          method: fc.jsonValue(),
          params: fc.jsonValue(),
          error: fc.jsonValue(),
        }),
        frame => void read(frame),
      ),
    )
    for (const value of [undefined, new Blob(), new ArrayBuffer(2), '{', 'x'.repeat(1_048_577)])
      expect(parseRelayFrame(value)).toBeUndefined()
  })
})
