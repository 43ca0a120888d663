import { toDecimalString } from 'latchkey/contract'
import type { EffectWords, Warning } from '../approvalView.ts'
import { showHidden } from '../showHidden.ts'
import type { SolanaEffect } from './solanaEffect.ts'

/** One effect in words, its warnings, and the reasons to ask twice. */
interface Told {
  readonly words: readonly EffectWords[]
  readonly warnings: readonly Warning[]
  readonly asksTwice: readonly string[]
}

const nothing = { warnings: [], asksTwice: [] } as const
/** Half of the number range: no account holds that much. */
const endless = 1n << 63n

/** Puts an effect into words; each address in full. */
export function solanaWords(effect: SolanaEffect, account: string): Told {
  switch (effect.is) {
    case 'transfer': {
      const isOwn = effect.from === account
      return {
        ...nothing,
        words: [
          { label: isOwn ? 'Send' : 'Moves from another account', value: solWords(effect.amount) },
          ...(isOwn ? [] : [{ label: 'From', address: effect.from }]),
          { label: 'To', address: effect.to },
        ],
      }
    }
    case 'tokenTransfer':
      return {
        ...nothing,
        words: [
          { label: 'Send tokens', value: tokenWords(effect.amount, effect.decimals) },
          ...(effect.owner ? [{ label: 'To', address: effect.owner }] : []),
          { label: 'To the account of tokens', address: effect.to },
          ...mintLine(effect.mint),
        ],
      }
    case 'allow': {
      const isEndless = effect.amount >= endless
      const reason = isEndless
        ? 'The spender can take all of these tokens, now and later.'
        : 'The spender can take as much later, without asking you again.'
      return {
        words: [
          {
            label: 'Allow to spend',
            value: isEndless ? 'everything, without limit' : tokenWords(effect.amount, effect.decimals),
            ...(isEndless && { tone: 'danger' as const }),
          },
          { label: 'Who may spend it', address: effect.spender },
          ...mintLine(effect.mint),
        ],
        warnings: [{ tone: isEndless ? 'danger' : 'warning', text: reason }],
        asksTwice: isEndless ? [reason] : [],
      }
    }
    case 'revoke':
      return {
        ...nothing,
        words: [
          { label: 'Take back', value: 'the permission to spend' },
          { label: 'From the account of tokens', address: effect.account },
        ],
      }
    case 'authority': {
      if (effect.to === account)
        return { ...nothing, words: [{ label: 'Give yourself', value: effect.kind }] }
      return {
        words: [
          { label: effect.to ? 'Hand over' : 'Give up for ever', value: effect.kind, tone: 'danger' },
          { label: 'Of', address: effect.account },
          ...(effect.to ? [{ label: 'To', address: effect.to }] : []),
        ],
        ...twice('You lose what you hand over here, with all that is in it.'),
      }
    }
    case 'burn':
      return {
        words: [
          { label: 'Destroy tokens', value: tokenWords(effect.amount, effect.decimals), tone: 'danger' },
          { label: 'Of the account of tokens', address: effect.account },
        ],
        ...twice('Tokens that are destroyed do not come back.'),
      }
    case 'close': {
      const isOwn = effect.to === account
      return {
        words: [
          { label: 'Close the account of tokens', address: effect.account },
          { label: 'Its deposit goes to', address: effect.to },
        ],
        warnings: isOwn
          ? []
          : [{ tone: 'warning', text: 'What is left in it goes to another address than yours.' }],
        asksTwice: [],
      }
    }
    case 'makeAccount':
      return {
        ...nothing,
        words: [
          { label: 'Make an account of tokens for', address: effect.owner },
          {
            label: 'Its deposit',
            value: effect.payer === account ? 'is paid by you' : 'is paid by another account',
          },
          ...mintLine(effect.mint),
        ],
      }
    case 'assign':
      return {
        words: [
          { label: 'Hand the account over', address: effect.account },
          { label: 'To the program', address: effect.program },
        ],
        ...twice('The program controls the account from then on, with all that is in it.'),
      }
    case 'lasting':
      return {
        words: [{ label: 'Counts', value: 'until it is used', tone: 'danger' }],
        ...twice('It does not expire: anyone who has it can send it at any time from now on.'),
      }
    case 'note':
      return { ...nothing, words: [{ label: 'Note', value: showHidden(effect.text) }] }
    default:
      return {
        words: [
          { label: 'Call', value: 'a program', tone: 'danger' },
          { label: 'Program', address: effect.program },
        ],
        ...twice('This wallet cannot explain what it does.'),
      }
  }
}

/** Lamports as SOL, exactly. */
export function solWords(value: bigint): string {
  return `${toDecimalString({ value, decimals: 9 })} SOL`
}

function tokenWords(value: bigint, decimals: number | undefined): string {
  return decimals === undefined ? `${value} base units` : toDecimalString({ value, decimals })
}

function mintLine(mint: string | undefined): readonly EffectWords[] {
  return mint === undefined ? [] : [{ label: 'Token', address: mint }]
}

function twice(text: string): Pick<Told, 'warnings' | 'asksTwice'> {
  return { warnings: [{ tone: 'danger', text }], asksTwice: [text] }
}
