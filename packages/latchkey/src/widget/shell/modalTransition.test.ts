import { describe, expect, test } from 'vitest'
import type { ViewName } from '../../contract/views.ts'
import { closedModal, type ModalEvent, type ModalState, modalTransition } from './modalTransition.ts'

const free = { connected: false, closable: true, firm: false }
const connected = { ...free, connected: true }
let at = 0

const open = (view: ViewName, data?: unknown): ModalEvent => ({ type: 'opened', view, data })
const push = (view: ViewName, data?: unknown, later = 1_000): ModalEvent => {
  at += later
  return { type: 'pushed', view, data, at }
}
const back = (leaving = free): ModalEvent => ({ type: 'back', ...leaving })
const close = (leaving = free, connecting = false): ModalEvent => ({ type: 'close', ...leaving, connecting })
const mount = (isConnected: boolean): ModalEvent => ({
  type: 'mounted',
  view: isConnected ? 'Account' : 'Connect',
})

function after(...events: readonly ModalEvent[]): ModalState {
  return events.reduce(modalTransition, closedModal)
}

/** `Connect>Networks` when open, `(Connect)` when closed, with `!` for each refusal. */
function shown(state: ModalState): string {
  const path = [...state.behind, state.entry].map(entry => entry.view).join('>')
  return `${state.open ? path : `(${path})`}${'!'.repeat(state.shakes)}`
}

const table: readonly (readonly [rule: string, events: readonly ModalEvent[], expected: string])[] = [
  ['opens on a view', [open('Account')], 'Account'],
  ['opening again begins anew', [open('Account'), push('Networks'), open('Connect')], 'Connect'],
  [
    'views keep a history',
    [open('Account'), push('Networks'), push('SwitchNetwork')],
    'Account>Networks>SwitchNetwork',
  ],
  ['back shows the one before', [open('Account'), push('Networks'), back(connected)], 'Account'],
  ['back from the first closes', [open('Account'), back(connected)], '(Connect)'],
  ['close resets to Connect', [open('Account'), push('Networks'), close(connected)], '(Connect)'],
  [
    'a push within 100 ms of another replaces it',
    [open('Account'), push('Networks'), push('SwitchNetwork', undefined, 99)],
    'Account>SwitchNetwork',
  ],
  [
    'a push 100 ms after another does not',
    [open('Account'), push('Networks'), push('SwitchNetwork', undefined, 100)],
    'Account>Networks>SwitchNetwork',
  ],
  [
    'nor does one that comes after the clock was set back',
    [open('Account'), push('Networks'), push('SwitchNetwork', undefined, -3_600_000)],
    'Account>Networks>SwitchNetwork',
  ],
  [
    'a push right after opening keeps what was opened',
    [open('Connect'), push('ConnectingExternal', undefined, 0)],
    'Connect>ConnectingExternal',
  ],
  [
    'replace keeps the history',
    [open('Account'), push('Networks'), { type: 'replaced', view: 'Connect' }],
    'Account>Connect',
  ],
  [
    'back to Connect while connected shows Account',
    [open('Connect'), push('ConnectingExternal'), back(connected)],
    'Account',
  ],
  [
    'back to Connect while not connected shows Connect',
    [open('Connect'), push('ConnectingExternal'), back()],
    'Connect',
  ],
  [
    'back to a Connect opened by "add wallet" shows it',
    [open('Connect', { add: true }), push('ConnectingExternal'), back(connected)],
    'Connect',
  ],
  [
    'an Account that lies behind is not shown twice',
    [open('Account'), push('Connect'), push('ConnectingExternal'), back(connected)],
    'Account',
  ],
  [
    'a view that refuses shakes on close',
    [open('UnsupportedChain'), close({ ...connected, closable: false })],
    'UnsupportedChain!',
  ],
  [
    'and on back from the first',
    [open('UnsupportedChain'), back({ ...connected, closable: false })],
    'UnsupportedChain!',
  ],
  [
    'each refusal shakes',
    [
      open('UnsupportedChain'),
      close({ ...connected, closable: false }),
      close({ ...connected, closable: false }),
    ],
    'UnsupportedChain!!',
  ],
  [
    'a firm view cannot be gone back from',
    [open('Account'), push('UnsupportedChain'), back({ connected: true, closable: false, firm: true })],
    'Account>UnsupportedChain!',
  ],
  [
    'a view that may not be closed can be gone back from',
    [open('UnsupportedChain'), push('SwitchNetwork'), back({ ...connected, closable: false })],
    'UnsupportedChain',
  ],
  [
    'a reason that passed leaves the history',
    [open('Account'), push('UnsupportedChain'), { type: 'passed', view: 'UnsupportedChain' }],
    'Account',
  ],
  [
    'also from behind',
    [open('UnsupportedChain'), push('SwitchNetwork'), { type: 'passed', view: 'UnsupportedChain' }],
    'SwitchNetwork',
  ],
  [
    'and stays when it is all there is',
    [open('UnsupportedChain'), { type: 'passed', view: 'UnsupportedChain' }],
    'UnsupportedChain',
  ],
  [
    'a view can be slipped behind, once',
    [
      open('SwitchNetwork'),
      { type: 'slipped', view: 'UnsupportedChain' },
      { type: 'slipped', view: 'UnsupportedChain' },
    ],
    'UnsupportedChain>SwitchNetwork',
  ],
  [
    'finished goes back to the account',
    [open('Account'), push('Networks'), push('SwitchNetwork'), { type: 'finished', connected: true }],
    'Account',
  ],
  [
    'finished without an account behind closes',
    [open('Connect'), push('ConnectingExternal'), { type: 'finished', connected: true }],
    '(Connect)',
  ],
  [
    'finished and no longer connected closes',
    [open('Account'), push('Networks'), { type: 'finished', connected: false }],
    '(Connect)',
  ],
  ['inline it stands on Connect', [mount(false)], 'Connect'],
  ['inline it stands on Account when connected', [mount(true)], 'Account'],
  ['inline, close leads to Connect', [mount(false), push('ConnectWallets'), close()], 'Connect'],
  [
    'inline, close leads to Account when connected',
    [mount(true), push('Networks'), close(connected)],
    'Account',
  ],
  [
    'inline, closing during a connect returns to the view before',
    [mount(false), push('ConnectWallets'), push('ConnectingExternal'), close(free, true)],
    'Connect>ConnectWallets',
  ],
  [
    'inline, finished shows the account',
    [mount(false), push('ConnectingExternal'), { type: 'finished', connected: true }],
    'Account',
  ],
  [
    'inline, a refusal shakes',
    [mount(true), push('UnsupportedChain'), close({ ...connected, closable: false })],
    'Account>UnsupportedChain!',
  ],
]

describe('modalTransition', () => {
  test.each(table)('%s', (_rule, events, expected) => {
    expect(shown(after(...events))).toBe(expected)
  })

  test('closing clears loading and the requested namespace', () => {
    const state = after(
      { type: 'opened', view: 'Connect', namespace: 'solana' },
      { type: 'loading', namespace: 'solana', loading: true },
    )
    expect(state).toMatchObject({ namespace: 'solana', loading: { solana: true } })
    expect(modalTransition(state, close())).toMatchObject({ namespace: undefined, loading: {} })
  })

  test('every entry has its own key, so that a view is entered and left once', () => {
    const events = [
      open('Connect'),
      push('ConnectingExternal'),
      back(),
      push('ConnectingExternal'),
      close(),
      open('Connect'),
    ]
    const keys = events.map((_, count) => after(...events.slice(0, count + 1)).entry.key)
    expect(keys[0]).toBe(keys[2])
    expect(new Set(keys).size).toBe(keys.length - 2)
  })

  test('opening the view that is drawn while closed leaves it unchanged', () => {
    const open = modalTransition(closedModal, { type: 'opened', view: 'Connect' })
    expect(open.entry).toBe(closedModal.entry)
    expect(modalTransition(open, { type: 'opened', view: 'Connect' }).entry.key).not.toBe(open.entry.key)
    expect(
      modalTransition(closedModal, { type: 'opened', view: 'Connect', data: { add: true } }).entry.key,
    ).not.toBe(closedModal.entry.key)
  })

  test('an event without an effect returns the same state', () => {
    const state = after(open('Account'))
    expect(modalTransition(state, { type: 'passed', view: 'UnsupportedChain' })).toBe(state)
    expect(modalTransition(state, { type: 'loading', namespace: 'eip155', loading: false })).toBe(state)
  })

  test('SPEC-NOTES §3 the tab stays while the widget is open, and closing forgets it', () => {
    const tab: ModalEvent = { type: 'tabbed', tab: 'activity' }
    expect(after(open('Account'), tab, push('Networks'), back(connected)).tab).toBe('activity')
    expect(after(open('Account'), tab, open('Account')).tab).toBe('activity')
    expect(after(open('Account'), tab, close(connected)).tab).toBe('tokens')
    expect(after(mount(true), tab, close(connected)).tab).toBe('activity')
  })

  test('data travels with its view', () => {
    const state = after(open('Connect', { add: true }), push('ConnectingExternal', { rowKey: 'a' }))
    expect(state.entry.data).toEqual({ rowKey: 'a' })
    expect(state.behind[0]?.data).toEqual({ add: true })
  })

  test('other data leaves the view drawn as it is, and another view alone', () => {
    const state = after(open('Connect'), push('Account', { a: 1 }))
    const { entry } = modalTransition(state, { type: 'amended', view: 'Account', data: { a: 2 } })
    expect(entry).toEqual({ ...state.entry, data: { a: 2 } })
    expect(modalTransition(state, { type: 'amended', view: 'Connect', data: { a: 2 } })).toBe(state)
  })
})
