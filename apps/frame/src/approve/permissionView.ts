import type { Permission } from 'latchkey/services'
import type { ApprovalProgress, ApprovalRequest } from '../provider/approval.ts'
import type { ApprovalView, EffectWords, Fact, Warning } from './approvalView.ts'
import { timeWords } from './effectWords.ts'
import { feeFact, feeWarnings, gasFacts } from './feeWords.ts'
import { moneyWords } from './moneyWords.ts'
import { sortWarnings } from './sortWarnings.ts'
import type { Telling } from './telling.ts'

const unaudited =
  'Experimental: the contract that enforces these limits isn’t audited. A flaw could cost you everything in this account.'
const unread = 'This wallet can’t explain what these functions do.'

/** What a permission lets a key do without asking again, until when, or what ends with it. */
export function permissionView(
  request: Extract<ApprovalRequest, { is: 'permission' }>,
  progress: ApprovalProgress,
  { telling, place }: { readonly telling: Telling; readonly place: readonly Fact[] },
): ApprovalView {
  const { permission, to, operation, withdraws } = request
  const isCalls = permission.is === 'calls'
  const facts = [...place, ...(operation ? [feeFact(progress, telling)] : [])]
  const fees = operation ? feeWarnings(progress) : []
  const details = operation ? gasFacts(progress) : []
  const effects: readonly EffectWords[] = [
    { label: 'Key', address: to },
    ...allowed(permission, telling),
    { label: 'Until', value: timeWords(BigInt(permission.expiry)) },
  ]
  if (withdraws !== undefined)
    return {
      title: 'Revoke a permission',
      action: 'Revoke',
      effects,
      facts,
      warnings: sortWarnings([
        ...fees,
        { tone: 'warning', text: 'The key can use the permission until the network confirms this.' },
      ]),
      asksTwice: [],
      details,
    }
  const warnings: readonly Warning[] = [
    { tone: 'danger', text: unaudited },
    ...(isCalls ? [{ tone: 'danger' as const, text: unread }] : []),
    {
      tone: 'warning',
      text: 'The key acts without asking you again, until it expires or you revoke it.',
    },
    ...fees,
  ]
  return {
    title: isCalls ? 'Let a key call a contract for you' : 'Let a key spend for you',
    action: 'Allow',
    effects: [
      ...effects,
      ...(operation
        ? [{ label: 'Your account', value: 'gets a module that lets keys act for it within their limits' }]
        : []),
    ],
    facts,
    warnings: sortWarnings(warnings),
    asksTwice: isCalls ? [unaudited, unread] : [unaudited],
    details,
  }
}

function allowed(permission: Permission, telling: Telling): readonly EffectWords[] {
  if (permission.is === 'calls') {
    const { target, selectors, limit } = permission
    return [
      { label: 'May call', address: target },
      { label: 'Functions', value: selectors.join(', ') },
      { label: 'How often', value: limit === undefined ? 'without limit' : `${limit} times at most` },
    ]
  }
  const { token, payee } = permission
  const words = (amount: string) => moneyWords(BigInt(amount), token, telling)
  return [
    ...amounts(permission, words),
    ...(token === undefined ? [] : [{ label: 'Token', address: token }]),
    ...(payee === undefined
      ? [{ label: 'Pays', value: 'any address that the key chooses' }]
      : [{ label: 'Pays only', address: payee }]),
  ]
}

function amounts(
  permission: Exclude<Permission, { is: 'calls' }>,
  words: (amount: string) => ReturnType<typeof moneyWords>,
): readonly EffectWords[] {
  switch (permission.is) {
    case 'allowance':
      return [{ label: 'May spend, at most', ...words(permission.amount) }]
    case 'periodic':
      return [
        { label: 'May spend, at most', ...words(permission.amount) },
        { label: 'Again every', value: durationWords(permission.seconds) },
        { label: 'From', value: timeWords(BigInt(permission.start)) },
      ]
    case 'stream':
      return [
        { label: 'May spend, at most', ...words(permission.most) },
        { label: 'At once', ...words(permission.initial) },
        { label: 'More each second', ...words(permission.perSecond) },
        { label: 'From', value: timeWords(BigInt(permission.start)) },
      ]
  }
}

const units = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const

function durationWords(seconds: number): string {
  const [size, name] = units.find(([each]) => seconds % each === 0) ?? [1, 'second']
  const count = seconds / size
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
