import { describe, expect, it } from 'vitest'
import { toHex } from '../../../keys/bytes.ts'
import { handOver } from './handOver.ts'
import type { FromPasskeyWindow } from './messages.ts'

type Handed = Parameters<typeof handOver>[1]

const gone = '00'.repeat(32)
const words = [
  ['made', (secret: Uint8Array) => ({ is: 'made', made: { credential: {}, secret, canOpen: true } })],
  ['used', (secret: Uint8Array) => ({ is: 'used', used: { credential: {}, secret } })],
] as const

describe.each(words)('S11: the secret of a passkey that was %s in a window', (_how, wordsOf) => {
  it('reaches the frame, and is wiped in the window', async () => {
    const { port1, port2 } = new MessageChannel()
    const secret = new Uint8Array(32).fill(7)
    const heard = new Promise<FromPasskeyWindow>(resolve => {
      port2.onmessage = ({ data }) => resolve(data)
    })
    handOver(port1, wordsOf(secret) as unknown as Handed)
    expect(toHex(secret)).toBe(gone)
    expect(JSON.stringify(await heard)).toContain(JSON.stringify(new Uint8Array(32).fill(7)))
    port1.close()
  })

  it('is wiped when it could not be posted', () => {
    const secret = new Uint8Array(32).fill(7)
    const port = {
      postMessage() {
        throw new DOMException('closed', 'DataCloneError')
      },
    }
    expect(() => handOver(port, wordsOf(secret) as unknown as Handed)).toThrow('closed')
    expect(toHex(secret)).toBe(gone)
  })
})
