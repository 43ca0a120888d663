import { describe, expect, test } from 'vitest'
import { readSignerRequest } from './readSignerRequest.ts'

const account = 'someone'
const document = (data: string, more: object = {}) => ({
  chain_id: '',
  account_number: '0',
  sequence: '0',
  fee: { gas: '0', amount: [] },
  memo: '',
  msgs: [{ type: 'sign/MsgSignData', value: { signer: account, data: btoa(data) } }],
  ...more,
})

describe('a request of bitcoin, stacks, polkadot, sui or cosmos', () => {
  test.each([
    ['signMessage', { account: 'first', address: account, message: 'Hi\nthere', protocol: 'bip322' }],
    ['signMessage', { account, message: 'Hi\nthere' }],
    ['stx_signMessage', { address: account, message: 'Hi\nthere' }],
    ['polkadot_signMessage', { address: account, message: 'Hi\nthere' }],
    ['sui_signPersonalMessage', { address: account, message: 'Hi\nthere' }],
    ['cosmos_signAmino', { signerAddress: account, signDoc: document('Hi\nthere') }],
  ])('%s shows its text whole', (method, params) => {
    expect(readSignerRequest(method, params)).toEqual({
      kind: 'message',
      account,
      text: 'Hi\nthere',
      hex: '0x48690a7468657265',
    })
  })

  test('what hides in a text is shown, and bytes that are no text are shown as such', () => {
    const asked = (message: string) => readSignerRequest('stx_signMessage', { address: account, message })
    expect(asked('a\u202eb')).toMatchObject({ text: 'a⟨U+202E⟩b' })
    expect(asked('a\u0000b')).not.toHaveProperty('text')
  })

  test.each<[string, object]>([
    ['a transaction', { chain_id: 'cosmoshub-4' }],
    ['a fee', { fee: { gas: '0', amount: [{ denom: 'uatom', amount: '1' }] } }],
    ['a sequence', { sequence: '1' }],
    ['a memo', { memo: 'hi' }],
    ['another message', { msgs: [{ type: 'cosmos-sdk/MsgSend', value: {} }] }],
    ['a second message', { msgs: [...document('Hi').msgs, { type: 'cosmos-sdk/MsgSend', value: {} }] }],
    ['another signer', { msgs: [{ type: 'sign/MsgSignData', value: { signer: 'other', data: '' } }] }],
    ['no base64', { msgs: [{ type: 'sign/MsgSignData', value: { signer: account, data: '%' } }] }],
    ['bytes', { msgs: [{ type: 'sign/MsgSignData', value: { signer: account, data: btoa('\xff') } }] }],
  ])('a document of cosmos with %s is refused', (_name, more) => {
    const params = { signerAddress: account, signDoc: document('Hi', more) }
    expect(() => readSignerRequest('cosmos_signAmino', params)).toThrow(
      expect.objectContaining({ code: -32602 }),
    )
  })

  test.each<[string, unknown, number]>([
    ['stx_callContract', {}, 4200],
    ['sui_signTransaction', {}, 4200],
    ['signPsbt', {}, 4200],
    ['signMessage', null, -32602],
    ['signMessage', { account, message: 7 }, -32602],
    ['signMessage', { account, message: 'x'.repeat(64_001) }, -32602],
    ['cosmos_signAmino', { signerAddress: account }, -32602],
  ])('%s %j is refused with %i', (method, params, code) => {
    expect(() => readSignerRequest(method, params)).toThrow(expect.objectContaining({ code }))
  })
})
