import type { AdapterDescriptor, CustomWallet, LatchkeyOptions, NetworkInput, ThemePreset } from 'latchkey'
import { evm } from 'latchkey/evm'
import * as known from 'latchkey/networks'
import { createBackendSiwx } from 'latchkey/siwx'
import { solana } from 'latchkey/solana'
import { type Devstack, localNetworks } from '../devstack.ts'
import type { PlaygroundValues } from './playgroundOptions.ts'

const adapters: Readonly<Record<string, () => AdapterDescriptor>> = { evm, solana }

/** The press's mark: a print on its sheet. */
const shopLogo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path fill="#1d3b4f" d="M0 0h48v48H0z"/><path fill="#f4e9d2" d="M11 8h26v32H11z"/><path fill="#d9663f" d="m11 34 9-13 7 8 4-5 6 8v8H11z"/><circle cx="29" cy="16" r="4" fill="#d9663f"/></svg>',
)}`

/** The widget's options for a state of the playground; `own` are the adapters and networks of another page than the shop. */
export function toLatchkeyOptions(
  values: PlaygroundValues,
  devstack: Devstack,
  own?: Required<Pick<LatchkeyOptions, 'adapters' | 'networks'>>,
): LatchkeyOptions {
  const legal = values.legal !== 'off'
  const chosen = values.adapters.split(',').flatMap(name => adapters[name]?.() ?? [])
  return {
    projectId: projectOf(values, devstack),
    metadata: {
      name: 'Fernweh Press',
      description: 'Numbered prints from small places',
      url: location.origin,
      icons: [],
    },
    ...(own ?? { networks: networksOf(values, devstack, chosen), adapters: chosen }),
    ...(values.theme !== 'system' && { themeMode: values.theme as 'light' | 'dark' }),
    ...(values.preset !== 'none' && { themePreset: values.preset as ThemePreset }),
    ...(values.logo === 'on' && { logo: shopLogo }),
    themeVariables: {
      ...(values.accent && { accent: values.accent }),
      ...(values.radius !== 'own' && { radiusMaster: values.radius }),
      fontSizeMaster: values.font,
    },
    preload: values.preload as 'intent' | 'idle' | 'none',
    features: {
      ...(values.multi !== 'project' && { multiWallet: values.multi === 'on' }),
      ...(values.branding !== 'project' && { branding: values.branding === 'on' }),
      ...(values.swaps !== 'project' && { swaps: values.swaps === 'on' }),
      ...(values.onramp !== 'project' && { onramp: values.onramp === 'on' }),
      ...(values.exchange !== 'project' && { payWithExchange: values.exchange === 'on' }),
      payments: true,
      // The project's own flags hold from the second opening on.
      ...(values.login === 'on' && { email: true, socials: true }),
      ...(values.email !== 'project' && { emailCapture: values.email === 'on' }),
      ...(values.signin.startsWith('hosted') && { authentication: true }),
      ...(values.analytics === 'on' && { analytics: true }),
      legalCheckbox: values.legal === 'checkbox',
    },
    ...signInOf(values.signin),
    ...(values.account !== 'wallet' && {
      defaultAccountTypes: { eip155: values.account as 'eoa' | 'smartAccount' },
    }),
    basic: values.basic === 'on',
    enableReconnect: values.reconnect === 'on',
    enableNetworkSwitch: values.switch === 'on',
    allowUnsupportedChain: values.unsupported === 'on',
    autoMount: values.mount !== 'inline',
    ...(legal && {
      termsConditionsUrl: `${location.origin}/#terms`,
      privacyPolicyUrl: `${location.origin}/#privacy`,
    }),
    endpoints: {
      ...(values.services === 'on' && {
        api: devstack.services,
        directory: devstack.services,
        analytics: devstack.services,
        images: devstack.services,
      }),
      ...(values.rpc === 'proxy' && { rpc: devstack.services }),
      ...(values.relay === 'on' && { relay: devstack.relay }),
      ...(values.login !== 'off' && { frame: devstack.frame }),
    },
    layout: values.layout === 'narrow' ? 'narrow' : 'wide',
    manualWCControl: values.manual === 'on',
    ...(values.relay === 'on' && { customWallets: [phoneWallet(devstack)] }),
  }
}

/** The project of a page: what the services are asked for has to be on in it. */
export function projectOf({ project, signin, email, login }: PlaygroundValues, devstack: Devstack): string {
  if (project) return project
  if (signin.startsWith('hosted') || email === 'on') return devstack.signInProjectId
  return login === 'on' ? devstack.loginProjectId : devstack.projectId
}

/** The shop's own backend, which is served beside the page, or the services. */
function signInOf(value: string): Partial<LatchkeyOptions> {
  if (value === 'required' || value === 'optional') {
    return { siwx: createBackendSiwx({ url: '/auth', required: value === 'required' }) }
  }
  return value === 'hosted-optional' ? { signInRequired: false } : {}
}

/** Only networks that an adapter is there for: the handle refuses others. */
function networksOf(
  values: PlaygroundValues,
  devstack: Devstack,
  chosen: readonly AdapterDescriptor[],
): readonly NetworkInput[] {
  const wanted = values.networks.split(',').map(name => name.trim())
  const spoken = ({ chainNamespace = 'eip155' }: { readonly chainNamespace?: string | undefined }) =>
    chosen.some(({ namespace }) => namespace === chainNamespace)
  const local = localNetworks(devstack).filter(spoken)
  const own = local.filter(
    ({ id, name }) => wanted.includes(String(id)) || wanted.includes(name.toLowerCase()),
  )
  const all: readonly NetworkInput[] = Object.values(known).filter(each => typeof each === 'object')
  const others = all.filter(
    network => wanted.includes('all') || (network === known.solana && wanted.includes('solana')),
  )
  return [...(own.length > 0 ? own : local), ...others.filter(spoken)]
}

/** The sample phone as a directory would list it: scanned, or opened in a tab of its own. */
function phoneWallet({ phone, relay }: Devstack): CustomWallet {
  return {
    id: 'pocket',
    name: 'Pocket',
    mobile_link: phone,
    webapp_link: phone,
    homepage: phone,
    relays: [relay],
  }
}
