/** The document that wallets of the Cosmos ecosystem sign for a text (ADR-36). Its JSON is what is hashed: keys in order, no spaces. */
export interface Adr36Document {
  readonly account_number: '0'
  readonly chain_id: ''
  readonly fee: { readonly amount: readonly []; readonly gas: '0' }
  readonly memo: ''
  readonly msgs: readonly [
    {
      readonly type: 'sign/MsgSignData'
      /** `data` is the text's UTF-8 as base64. */
      readonly value: { readonly data: string; readonly signer: string }
    },
  ]
  readonly sequence: '0'
}

/** Returns the document by which an account signs a text. */
export function adr36Document(signer: string, text: string): Adr36Document {
  const binary = Array.from(new TextEncoder().encode(text), byte => String.fromCharCode(byte)).join('')
  return {
    account_number: '0',
    chain_id: '',
    fee: { amount: [], gas: '0' },
    memo: '',
    msgs: [{ type: 'sign/MsgSignData', value: { data: btoa(binary), signer } }],
    sequence: '0',
  }
}
