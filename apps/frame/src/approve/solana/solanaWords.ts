import type { EffectWords, Warning } from '../approvalView.ts'
import { moneyWords, tokenKey } from '../moneyWords.ts'
import { showHidden } from '../showHidden.ts'
import type { Telling } from '../telling.ts'
import { whoIs } from '../whoIs.ts'
import { token2022Program, tokenProgram, wrappedSol } from './programs.ts'
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
export function solanaWords(effect: SolanaEffect, telling: Telling): Told {
  const { account } = telling
  switch (effect.is) {
    case 'transfer': {
      const isOwn = effect.from === account
      return {
        ...nothing,
        words: [
          {
            label: isOwn ? 'Send' : 'Moves from another account',
            ...moneyWords(effect.amount, undefined, telling),
          },
          ...(isOwn ? [] : [{ label: 'From', address: effect.from }]),
          addressLine('To', effect.to, telling),
        ],
      }
    }
    case 'tokenTransfer':
      return transferWords(effect, telling)
    case 'allow':
      return allowWords(effect, telling)
    case 'revoke':
      return {
        ...nothing,
        words: [
          { label: 'Revoke', value: 'the spending permission' },
          { label: 'From the token account', address: effect.account },
          ...mintLine(mintOf(effect.account, undefined, telling), telling),
        ],
      }
    case 'authority': {
      if (effect.to === account)
        return { ...nothing, words: [{ label: 'Give yourself', value: effect.kind }] }
      return {
        words: [
          { label: effect.to ? 'Hand over' : 'Give up for good', value: effect.kind, tone: 'danger' },
          { label: 'Of', address: effect.account },
          ...(effect.to ? [{ label: 'To', address: effect.to }] : []),
        ],
        ...twice('You lose what you hand over here, and everything in it.'),
      }
    }
    case 'burn':
      return {
        words: [
          { label: 'Burn tokens', ...moneyWords(effect.amount, effect.mint, telling), tone: 'danger' },
          { label: 'Token account', address: effect.account },
          ...mintLine(effect.mint, telling),
        ],
        ...twice('Burned tokens are gone for good.'),
      }
    case 'mint':
      return {
        ...nothing,
        words: [
          { label: 'Mint tokens', ...moneyWords(effect.amount, effect.mint, telling) },
          { label: 'For the token account', address: effect.to },
          ...mintLine(effect.mint, telling),
        ],
      }
    case 'freeze':
    case 'thaw': {
      const isOwn = telling.holders?.[effect.account]?.owner === account
      return {
        words: [
          { label: effect.is === 'freeze' ? 'Freeze' : 'Unfreeze', value: 'a token account' },
          { label: 'The token account', address: effect.account },
          ...mintLine(effect.mint, telling),
        ],
        ...(isOwn && effect.is === 'freeze' ? twice('Your tokens can’t be moved after this.') : nothing),
      }
    }
    case 'close': {
      const isOwn = effect.to === account
      return {
        words: [
          { label: 'Close the token account', address: effect.account },
          addressLine('Its deposit goes to', effect.to, telling),
        ],
        ...(isOwn ? nothing : twice('What’s left in it goes to an address that isn’t yours.')),
      }
    }
    case 'makeAccount':
      return {
        ...nothing,
        words: [
          addressLine('Create a token account for', effect.owner, telling),
          depositLine(effect, telling),
          ...mintLine(effect.mint, telling),
        ],
      }
    case 'openAccount':
      return {
        ...nothing,
        words: [
          addressLine('Create a token account for', effect.owner, telling),
          ...mintLine(effect.mint, telling),
        ],
      }
    case 'create': {
      const isToken = effect.program === tokenProgram || effect.program === token2022Program
      return {
        words: [
          { label: 'Create an account with', ...moneyWords(effect.amount, undefined, telling) },
          { label: 'The account', address: effect.account },
          ...(isToken ? [] : [{ label: 'Under the program', address: effect.program }]),
        ],
        ...(isToken ? nothing : twice('That program alone controls what is in the account.')),
      }
    }
    case 'wrap':
      return {
        ...nothing,
        words: [
          { label: 'Count as tokens', value: 'the SOL in an account' },
          { label: 'The token account', address: effect.account },
        ],
      }
    case 'setting':
      return settingWords(effect)
    case 'assign':
      return {
        words: [
          { label: 'Hand the account over', address: effect.account },
          { label: 'To the program', address: effect.program },
        ],
        ...twice('After this the program controls the account and everything in it.'),
      }
    case 'lasting':
      return {
        words: [{ label: 'Counts', value: 'until it is used', tone: 'danger' }],
        ...twice('It never expires: anyone who has it can send it at any time.'),
      }
    case 'note':
      return { ...nothing, words: [{ label: 'Note', value: showHidden(effect.text) }] }
    default:
      return {
        words: [
          { label: 'Call', value: 'a program', tone: 'danger' },
          { label: 'Program', address: effect.program },
        ],
        ...twice(
          effect.isUnread
            ? 'This wallet can’t explain what this does: some accounts are in a lookup table it couldn’t read.'
            : 'This wallet can’t explain what this does.',
        ),
      }
  }
}

function transferWords(effect: Extract<SolanaEffect, { is: 'tokenTransfer' }>, telling: Telling): Told {
  const { from, to, amount, fee } = effect
  const { isOwn, mint } = originOf(effect, telling)
  const owner = ownerOf(effect, telling)
  return {
    words: [
      {
        label: isOwn ? 'Send' : 'Moves from another account',
        ...(mint === undefined ? { value: `${amount} base units` } : moneyWords(amount, mint, telling)),
      },
      ...(isOwn ? [] : [{ label: 'From the token account', address: from }]),
      ...(owner === undefined ? [] : [addressLine('To', owner, telling)]),
      {
        label: 'To the token account',
        address: to,
        // Beside the address of its owner, which the transaction makes it for, it is a detail.
        ...(effect.owner !== undefined && { place: 'folded' as const }),
      },
      ...(fee === undefined || fee === 0n || mint === undefined
        ? []
        : [{ label: 'Kept by the token', ...moneyWords(fee, mint, telling) }]),
      ...mintLine(mint, telling),
    ],
    ...(to === mint ? twice('It goes to the token itself and is lost there.') : nothing),
  }
}

function allowWords(effect: Extract<SolanaEffect, { is: 'allow' }>, telling: Telling): Told {
  const { amount, spender, account } = effect
  const mint = mintOf(account, effect.mint, telling)
  const isEndless = amount >= endless
  const reason = isEndless
    ? 'The spender can take all of these tokens, now and later.'
    : 'The spender can take as much later, without asking you again.'
  const { name } = whoIs(spender, telling)
  return {
    words: [
      {
        label: 'Allow to spend',
        ...(isEndless
          ? { value: 'everything, without limit', tone: 'danger' as const }
          : mint === undefined
            ? { value: `${amount} base units` }
            : moneyWords(amount, mint, telling)),
      },
      { label: 'Spender', address: spender, ...(name !== undefined && { name }) },
      { label: 'From the token account', address: account, place: 'folded' },
      ...mintLine(mint, telling),
    ],
    warnings: [{ tone: isEndless ? 'danger' : 'warning', text: reason }],
    asksTwice: isEndless ? [reason] : [],
  }
}

function settingWords({ what, isOn, account }: Extract<SolanaEffect, { is: 'setting' }>): Told {
  const names = { memo: 'a note with each transfer', guard: 'the guard against programs' } as const
  return {
    words: [
      { label: isOn ? 'Require' : 'Stop requiring', value: names[what] },
      { label: 'Token account', address: account },
    ],
    ...(what === 'guard' && !isOn
      ? twice('Programs you call can then move this account’s tokens.')
      : nothing),
  }
}

function depositLine(
  { account, payer }: Extract<SolanaEffect, { is: 'makeAccount' }>,
  telling: Telling,
): EffectWords {
  const label = 'Its deposit'
  if (payer !== telling.account) return { label, value: 'is paid by another account' }
  const amount = telling.deposits?.[account]
  // One that is there already takes none.
  if (telling.holders?.[account]) return { label, value: 'none: it is there already' }
  return amount === undefined
    ? { label, value: 'is paid by you' }
    : { label: 'Its deposit, paid by you', ...moneyWords(amount, undefined, telling) }
}

/** Whether a transfer takes the visitor's own tokens, and of which token. */
export function originOf(
  { from, to, by, mint }: Extract<SolanaEffect, { is: 'tokenTransfer' }>,
  telling: Pick<Telling, 'account' | 'holders'>,
): { readonly isOwn: boolean; readonly mint: string | undefined } {
  const { account, holders = {} } = telling
  return {
    isOwn: by === account && (holders[from]?.owner ?? account) === account,
    mint: mintOf(from, mint ?? holders[to]?.mint, telling),
  }
}

/** Whose account of tokens gets it: by the transaction itself, else as the network's nodes say. */
export function ownerOf(
  { owner, to }: Extract<SolanaEffect, { is: 'tokenTransfer' }>,
  { holders = {} }: Pick<Telling, 'holders'>,
): string | undefined {
  return owner ?? holders[to]?.owner
}

/** Of which token an account is: as the instruction says, which the network checks, else as its nodes do. */
export function mintOf(
  account: string,
  named: string | undefined,
  { holders = {} }: Pick<Telling, 'holders'>,
): string | undefined {
  return named ?? holders[account]?.mint
}

/** A token's address, and that no list names it; of one on a list it is a detail. */
function mintLine(mint: string | undefined, { tokens }: Telling): readonly EffectWords[] {
  if (mint === undefined) return []
  const isListed = tokens[tokenKey(mint)]?.isListed === true || mint === wrappedSol
  return [
    isListed
      ? { label: 'Token', address: mint, place: 'folded' }
      : { label: 'Token, not on any list', address: mint },
  ]
}

/** An address in full, and whose it is. What is exactly a known one is a detail (T63). */
function addressLine(label: string, address: string, telling: Telling): EffectWords {
  const { isKnown, ...who } = whoIs(address, telling)
  return { label, address, ...who, ...(isKnown && label === 'To' && { place: 'folded' as const }) }
}

function twice(text: string): Pick<Told, 'warnings' | 'asksTwice'> {
  return { warnings: [{ tone: 'danger', text }], asksTwice: [text] }
}
