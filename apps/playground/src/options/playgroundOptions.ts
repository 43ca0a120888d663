/** The options of the playground: each one a key of the query string, so that a state can be linked. */

export interface PlaygroundOption {
  readonly key: string
  readonly label: string
  readonly help: string
  /** The values to choose from; absent = free text. */
  readonly values?: readonly string[]
  readonly fallback: string
}

/** The whole table; the side panel and the documentation are made of it. */
export const playgroundOptions = [
  {
    key: 'theme',
    label: 'Theme',
    help: 'themeMode of the widget',
    values: ['system', 'light', 'dark'],
    fallback: 'system',
  },
  {
    key: 'preset',
    label: 'Preset',
    help: 'themePreset; "none" is Latchkey’s own look',
    values: ['none', 'calm', 'mono', 'vivid', 'rounded', 'square'],
    fallback: 'none',
  },
  { key: 'accent', label: 'Accent', help: 'themeVariables.accent, hex, rgb() or hsl()', fallback: '' },
  {
    key: 'radius',
    label: 'Radius',
    help: 'themeVariables.radiusMaster; "own" leaves it to the preset',
    values: ['own', '0px', '2px', '4px', '6px'],
    fallback: 'own',
  },
  {
    key: 'font',
    label: 'Text size',
    help: 'themeVariables.fontSizeMaster',
    values: ['10px', '12px', '16px', '20px'],
    fallback: '10px',
  },
  {
    key: 'logo',
    label: 'Logo',
    help: 'logo: the shop’s mark before the title of Connect',
    values: ['off', 'on'],
    fallback: 'off',
  },
  {
    key: 'preload',
    label: 'Preload',
    help: 'when the widget loads ahead',
    values: ['idle', 'intent', 'none'],
    fallback: 'idle',
  },
  {
    key: 'adapters',
    label: 'Adapters',
    help: 'chain adapters of the host: latchkey/evm, latchkey/solana',
    values: ['evm,solana', 'evm', 'solana'],
    fallback: 'evm,solana',
  },
  {
    key: 'wallets',
    label: 'Simulated wallets',
    help: 'names, in order: meadow, harbour, sunbeam, heath, ember, late, twins, hostile; "none" for real extensions only',
    fallback: 'meadow,harbour,sunbeam,heath',
  },
  {
    key: 'answer',
    label: 'Wallets answer',
    help: 'what simulated wallets do with prompts',
    values: ['approve', 'ask', 'reject'],
    fallback: 'approve',
  },
  {
    key: 'script',
    label: 'Script',
    help: 'method:outcome, comma-separated, for the first simulated wallet',
    fallback: '',
  },
  {
    key: 'walletChain',
    label: 'Wallet starts on',
    help: 'chain id of the simulated wallets; they stay where they are left until it is another',
    fallback: '31337',
  },
  {
    key: 'networks',
    label: 'Networks',
    help: 'networks of the host by chain id; "dogwood" is the local chain of Solana, "solana" its mainnet, "all" the known list too',
    fallback: '31337,31338,31339,dogwood',
  },
  { key: 'reconnect', label: 'Reconnect', help: 'enableReconnect', values: ['on', 'off'], fallback: 'on' },
  {
    key: 'switch',
    label: 'Network switch',
    help: 'enableNetworkSwitch',
    values: ['on', 'off'],
    fallback: 'on',
  },
  {
    key: 'unsupported',
    label: 'Other networks',
    help: 'allowUnsupportedChain',
    values: ['off', 'on'],
    fallback: 'off',
  },
  {
    key: 'legal',
    label: 'Legal',
    help: 'terms and privacy links; "checkbox" gates the list',
    values: ['off', 'links', 'checkbox'],
    fallback: 'links',
  },
  {
    key: 'services',
    label: 'Services',
    help: 'endpoints of the local services; "off" names none, and no request is sent',
    values: ['on', 'off'],
    fallback: 'on',
  },
  {
    key: 'relay',
    label: 'Relay',
    help: 'endpoints.relay, and the stack’s own phone among the wallets; "off" leaves pairing out',
    values: ['on', 'off'],
    fallback: 'on',
  },
  {
    key: 'layout',
    label: 'Layout',
    help: 'layout: the code beside the list of Connect on a wide screen, or the list alone',
    values: ['wide', 'narrow'],
    fallback: 'wide',
  },
  {
    key: 'manual',
    label: 'Manual pairing',
    help: 'manualWCControl',
    values: ['off', 'on'],
    fallback: 'off',
  },
  {
    key: 'branding',
    label: 'Branding',
    help: 'features.branding; "project" leaves it to the services',
    values: ['project', 'on', 'off'],
    fallback: 'project',
  },
  {
    key: 'multi',
    label: 'Multi-wallet',
    help: 'features.multiWallet; "project" leaves it to the services',
    values: ['on', 'off', 'project'],
    fallback: 'on',
  },
  {
    key: 'swaps',
    label: 'Swap',
    help: 'features.swaps; "project" leaves it to the services',
    values: ['on', 'off', 'project'],
    fallback: 'on',
  },
  {
    key: 'onramp',
    label: 'Buy',
    help: 'features.onramp; "project" leaves it to the services',
    values: ['on', 'off', 'project'],
    fallback: 'on',
  },
  {
    key: 'exchange',
    label: 'Exchange',
    help: 'features.payWithExchange; "project" leaves it to the services',
    values: ['on', 'off', 'project'],
    fallback: 'on',
  },
  {
    key: 'signin',
    label: 'Sign-in',
    help: 'siwx of the shop’s own backend; "hosted" leaves it to the services (features.authentication)',
    values: ['off', 'optional', 'required', 'hosted', 'hosted-optional'],
    fallback: 'off',
  },
  {
    key: 'email',
    label: 'Email first',
    help: 'features.emailCapture; "project" leaves it to the services',
    values: ['project', 'on', 'off'],
    fallback: 'project',
  },
  {
    key: 'login',
    label: 'Login',
    help: 'endpoints.frame: the embedded wallet; "on" takes a project that has it, unless sign-in or "email" needs another',
    values: ['on', 'off', 'project'],
    fallback: 'on',
  },
  {
    key: 'account',
    label: 'Account type',
    help: 'defaultAccountTypes of the embedded wallet; "wallet" leaves it to the wallet',
    values: ['wallet', 'smartAccount', 'eoa'],
    fallback: 'wallet',
  },
  {
    key: 'project',
    label: 'Project',
    help: 'another projectId than the stack’s own, with flags of its own',
    fallback: '',
  },
  {
    key: 'analytics',
    label: 'Analytics',
    help: 'features.analytics',
    values: ['off', 'on'],
    fallback: 'off',
  },
  {
    key: 'basic',
    label: 'Basic',
    help: 'basic: the pairing dialog alone',
    values: ['off', 'on'],
    fallback: 'off',
  },
  {
    key: 'mount',
    label: 'Mount',
    help: '"inline" draws the widget in the page (autoMount: false)',
    values: ['dialog', 'inline'],
    fallback: 'dialog',
  },
  {
    key: 'rpc',
    label: 'RPC',
    help: 'the chains themselves, or the proxy of the services',
    values: ['chain', 'proxy'],
    fallback: 'chain',
  },
  {
    key: 'open',
    label: 'Open',
    help: 'opens the widget with the page',
    values: ['off', 'on'],
    fallback: 'off',
  },
  { key: 'dir', label: 'Direction', help: 'dir of the page', values: ['ltr', 'rtl'], fallback: 'ltr' },
  {
    key: 'strict',
    label: 'StrictMode',
    help: 'renders the shop in React StrictMode',
    values: ['on', 'off'],
    fallback: 'on',
  },
  { key: 'panel', label: 'Panel', help: 'side panel', values: ['closed', 'open'], fallback: 'closed' },
] as const satisfies readonly PlaygroundOption[]

export type PlaygroundKey = (typeof playgroundOptions)[number]['key']
export type PlaygroundValues = Readonly<Record<PlaygroundKey, string>>

/** Reads the query string; a value that is not among an option's own falls back. */
export function readOptions(search: string): PlaygroundValues {
  const query = new URLSearchParams(search)
  const entries = playgroundOptions.map((option: PlaygroundOption) => {
    const given = query.get(option.key)?.slice(0, 300)
    const fits = given !== undefined && (!option.values || option.values.includes(given))
    return [option.key, fits ? given : option.fallback]
  })
  return Object.fromEntries(entries) as PlaygroundValues
}

/** The query string of a state, defaults left out. */
export function writeOptions(values: PlaygroundValues): string {
  const query = new URLSearchParams()
  for (const { key, fallback } of playgroundOptions) if (values[key] !== fallback) query.set(key, values[key])
  const text = query.toString()
  return text && `?${text}`
}
