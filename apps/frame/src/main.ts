/** The wallet's own page: where keys, codes and passwords are, and nowhere else. */
import { keeperHash, readFrameSite, refuseFrame } from 'latchkey/services'
import { approveHash } from './approve/window/messages.ts'
import { dropUnused } from './boot/dropUnused.ts'
import { findHost } from './boot/findHost.ts'
import { refusalWords } from './boot/refusalWords.ts'
import { showWords } from './boot/showWords.ts'
import { handlers } from './handlers.ts'
import { readLink } from './link/readLink.ts'
import { passkeyHash } from './login/passkey/window/messages.ts'
import { exportHash } from './settings/window/messages.ts'
import { startFrame } from './startFrame.ts'

dropUnused(window)
const site = readFrameSite(document.querySelector('meta[name="latchkey-site"]')?.getAttribute('content'))
const ancestors = 'ancestorOrigins' in location ? [...location.ancestorOrigins] : undefined

const sayUnloaded = () =>
  showWords(document, 'This page could not be loaded. Check your internet connection and open it again.')
const keeps = 'This page keeps your wallet. It opens inside the sites that you use it on.'

if (window.parent === window) {
  const mail = readLink(location.hash)
  if (mail && site)
    import('./link/mountLinkPage.tsx').then(
      ({ mountLinkPage }) => mountLinkPage(document, site, mail),
      sayUnloaded,
    )
  else if (location.hash === approveHash)
    import('./approve/window/mountApproveWindow.ts').then(({ mountApproveWindow }) => {
      if (!mountApproveWindow(window)) showWords(document, keeps)
    }, sayUnloaded)
  else if (location.hash === exportHash)
    import('./settings/window/mountExportWindow.tsx').then(({ mountExportWindow }) => {
      if (!mountExportWindow(window)) showWords(document, keeps)
    }, sayUnloaded)
  else if (location.hash === passkeyHash)
    import('./login/passkey/window/mountPasskeyWindow.tsx').then(({ mountPasskeyWindow }) => {
      if (!mountPasskeyWindow(window)) showWords(document, keeps)
    }, sayUnloaded)
  else if (location.hash === keeperHash)
    import('./keeper/window/mountKeeper.ts').then(({ mountKeeper }) => {
      if (!mountKeeper(window)) showWords(document, keeps)
    }, sayUnloaded)
  else showWords(document, keeps)
} else {
  const reason = refuseFrame(site, { own: location.origin, ancestors })
  const hosts = findHost(site, ancestors, document.referrer)
  if (reason || !site) {
    for (const host of hosts)
      parent.postMessage(
        { type: '@latchkey-frame/FRAME_REFUSED', payload: { reason: reason ?? 'project' } },
        host,
      )
    showWords(document, refusalWords[reason ?? 'project'])
  } else {
    void startFrame({ scope: window, site, hosts, handlers })
  }
}
