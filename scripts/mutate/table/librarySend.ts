import type { FileMutants } from '../mutant.ts'

const send = 'packages/latchkey/src/engine/flows/send'
const nouns = 'packages/latchkey/src/engine/nouns'
const draft = `${send}/checkDraft.test.ts`
const submit = `${send}/submitTransfer.test.ts`

export const librarySend: readonly FileMutants[] = [
  {
    file: `${send}/checkDraft.ts`,
    tests: [draft, `${send}/createDraft.test.ts`],
    changes: [
      ['read.amount.value > token.amount.value', 'read.amount.value > token.amount.value + 1n'],
      ['if (isOwnContract(draft, facts))', 'if (false)'],
      ['alike !== undefined && !isRetyped', 'alike !== undefined && isRetyped'],
      ['export const retypeLength = 6', 'export const retypeLength = 5'],
      ["if (receiver.at === 'looking') return blocked('looking', 'receiver', 'SEND_INCOMPLETE')", ''],
      ['if (!supported || !owner)', 'if (!owner)'],
    ],
  },
  {
    file: `${send}/draftTransition.ts`,
    tests: [`${send}/draftTransition.test.ts`],
    changes: [
      ['draft.token?.key === event.token.key ? {} : noAmount', '{}'],
      [
        'draft.to === event.text ? { ...draft, receiver: event.receiver } : draft',
        '{ ...draft, receiver: event.receiver }',
      ],
      ["draft.max && event.unit === 'token'", 'draft.max'],
      ["draft.unit === 'fiat' && again?.price === undefined ? noAmount : {}", '{}'],
    ],
  },
  {
    file: `${send}/progressTransition.ts`,
    tests: [`${send}/progressTransition.test.ts`],
    changes: [
      ['|| state.attempt !== event.attempt) return state', ') return state'],
      ['return isOpen(state) && state.review.id === id', 'return isOpen(state)'],
    ],
  },
  {
    file: `${send}/fiatAmount.ts`,
    tests: [`${send}/fiatAmount.test.ts`],
    changes: [
      ['value < 1n << 256n', 'value <= 1n << 300n'],
      ['|| price <= 0) return undefined', ') return undefined'],
      ['(rate.value * 10n ** BigInt(given.scale))\n', 'rate.value\n'],
    ],
  },
  {
    file: `${send}/knownAddresses.ts`,
    tests: [`${send}/knownAddresses.test.ts`],
    changes: [
      ["&& metadata.status !== 'failed'", ''],
      ['(isMine ? paid : seen).push(recipient)', 'paid.push(recipient)'],
      [
        'if (trusted.some(other => isSameAddress(other, address))) return undefined',
        '',
        '`looksAlike` answers nothing for an address that is in the list',
      ],
    ],
  },
  {
    file: `packages/latchkey/src/engine/nouns/amounts/lacksFee.ts`,
    tests: [`packages/latchkey/src/engine/nouns/amounts/lacksFee.test.ts`],
    changes: [
      ['asset.address === undefined ? amount.value : 0n', '0n'],
      ['> held.value', '>= held.value'],
    ],
  },
  {
    file: `${send}/normalizeName.ts`,
    tests: [`${send}/normalizeName.test.ts`],
    changes: [
      ["label.slice(2, 4) === '--'", 'false'],
      ['/mixture|confusable/', '/confusable/'],
    ],
  },
  {
    file: `${nouns}/amounts/readTypedAmount.ts`,
    tests: [`${nouns}/amounts/readTypedAmount.test.ts`],
    changes: [
      ["last === decimal ? number(asPoint, after) : { at: 'ambiguous' }", 'number(asPoint, after)'],
      ['rest.at(-1)?.length === 3 &&', ''],
      ['if (text.length > longest)', 'if (false)'],
    ],
  },
  {
    file: `${nouns}/journal/sendOnce.ts`,
    tests: [`${nouns}/journal/sendOnce.test.ts`, submit],
    changes: [
      ['now - entry.at < sameWithin', 'true'],
      ["if (sent.status === 'asked') throw createError('SEND_BUSY', { context: { id: sent.id } })", ''],
      ['if (!free || sent.nonce === undefined) throw', 'if (sent.nonce === undefined) throw'],
      ["isUnsent && !again ? 'rejected' : 'unknown'", "isUnsent ? 'rejected' : 'unknown'"],
      ["if (isLatchkeyError(cause, 'SEND_FAILED')) throw cause", ''],
    ],
  },
  {
    file: `${nouns}/journal/transferOnce.ts`,
    tests: [submit],
    changes: [
      ['if (earlier?.result) {', 'if (earlier?.result && earlier.isNews) {'],
      ['const nonce = earlier?.nonce ?? (await', 'const nonce = (await'],
      ["if (signal.aborted) throw createError('MODAL_CLOSED')", ''],
      ['transfer.amount.value <= 0n', 'transfer.amount.value < 0n'],
    ],
  },
]
