import { wordlist } from '@scure/bip39/wordlists/english.js'
import { base64, toBytes } from '../bytes.ts'
import type { Kit } from './makeKit.ts'

/**
 * The page's whole program. It is plain JavaScript for browsers of many years, reads nothing but the kit and the words
 * that are written into the page, and repeats what `sealed.ts` and BIP-39 say.
 */
const script = `
'use strict'
const kit = JSON.parse(document.getElementById('kit').textContent)
const words = document.getElementById('words').textContent.trim().split(' ')
const bytes = text => new TextEncoder().encode(text)
const fromHex = text => Uint8Array.from(text.match(/../g), pair => parseInt(pair, 16))
const toHex = array => Array.from(array, byte => byte.toString(16).padStart(2, '0')).join('')
const sorted = value => value === null || typeof value !== 'object' ? JSON.stringify(value)
  : Array.isArray(value) ? '[' + value.map(sorted) + ']'
  : '{' + Object.keys(value).sort().map(name => JSON.stringify(name) + ':' + sorted(value[name])) + '}'
const show = (id, text) => { document.getElementById(id).textContent = text }
for (const [id, text] of [['eip155', kit.addresses.eip155], ['solana', kit.addresses.solana], ['made', kit.madeAt]]) show(id, text)
const safe = kit.smartAccount
if (safe) {
  for (const [id, text] of [['safe', safe.address], ['owner', safe.owner], ['factory', safe.factory], ['data', safe.factoryData]]) show(id, text)
  for (const id of ['smart', 'set-up']) document.getElementById(id).hidden = false
}
async function open(code) {
  const plain = code.normalize('NFKC').toUpperCase().replace(/[\\s\\u2010-\\u2015\\u2212_.-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0')
  if (!/^[0-9A-HJKMNP-TV-Z]{26}$/.test(plain)) throw new Error('This is no recovery code: it has 26 letters and digits.')
  const base = await crypto.subtle.importKey('raw', bytes(plain), 'HKDF', false, ['deriveKey'])
  const way = { name: 'HKDF', hash: 'SHA-256', salt: bytes('offline'), info: bytes('latchkey offline kit') }
  const key = await crypto.subtle.deriveKey(way, base, { name: 'AES-GCM', length: 256 }, false, ['decrypt'])
  const { v, alg, kdf, epoch, iv, data } = kit.sealed
  const about = ['kit', kit.addresses.eip155, kit.addresses.solana]
  if (safe) about.push(safe.address, safe.owner, safe.factory, safe.factoryData)
  const additionalData = bytes(sorted({ v, alg, kdf, epoch, about }))
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: fromHex(iv), additionalData }, key, fromHex(data)))
  } catch {
    throw new Error('The code does not open this kit. Look at each letter again.')
  }
}
async function toWords(entropy) {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', entropy))
  const bits = Array.from([...entropy, sum[0]], byte => byte.toString(2).padStart(8, '0')).join('')
  return bits.match(/.{11}/g).map(eleven => words[parseInt(eleven, 2)])
}
document.getElementById('form').addEventListener('submit', async event => {
  event.preventDefault()
  show('problem', '')
  document.getElementById('opened').hidden = true
  try {
    const entropy = await open(document.getElementById('code').value)
    show('words24', (await toWords(entropy)).map((word, at) => (at + 1) + '. ' + word).join('   '))
    show('hex', toHex(entropy))
    document.getElementById('opened').hidden = false
  } catch (error) {
    show('problem', error.message)
  }
})
`

const style = `
body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}
code,input{font:16px/1.5 ui-monospace,monospace}input{width:100%;box-sizing:border-box;padding:.6rem}
button{font:inherit;padding:.6rem 1.2rem;margin-top:.8rem}code{overflow-wrap:anywhere}#problem{color:#b00020;font-weight:600}
.warning{border:2px solid #b00020;padding:.8rem 1rem}#words24{white-space:pre-wrap}
`

/**
 * The kit as one page. Its own policy lets it reach nothing: no address, no image, no script but the one that is in it.
 */
export async function formatKitPage(kit: Kit): Promise<string> {
  const policy = [
    "default-src 'none'",
    `script-src '${await hashOf(script)}'`,
    `style-src '${await hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  // Nothing in it can end the element that it stands in.
  const json = JSON.stringify(kit).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Wallet recovery kit</title>
<style>${style}</style>
</head>
<body>
<h1>Wallet recovery kit</h1>
<p>This page opens the key of the wallet below with your recovery code. It works offline: disconnect from the internet before you type.</p>
<p>Ethereum and its kind: <code id="eip155"></code><br>Solana: <code id="solana"></code><span id="smart" hidden><br>Smart account: <code id="safe"></code></span><br>Made: <span id="made"></span></p>
<form id="form" autocomplete="off">
<label for="code">Recovery code</label>
<input id="code" spellcheck="false" autocapitalize="characters" autocomplete="off">
<button type="submit">Open</button>
</form>
<p id="problem" role="alert"></p>
<section id="opened" aria-live="polite" hidden>
<p class="warning">Anyone who sees these words can spend what the wallet holds. Enter them in a wallet you trust, then close this page.</p>
<h2>24 words</h2>
<p><code id="words24"></code></p>
<p>Other wallets take them as a recovery phrase: account 1 on Ethereum (m/44'/60'/0'/0/0), and on Solana (m/44'/501'/0'/0').</p>
<div id="set-up" hidden>
<h2>Smart account</h2>
<p>The smart account is a Safe 1.4.1 with one owner. The owner is <code id="owner"></code>, which these words derive at m/44'/60'/1'/0/0. Many wallets call another path their second account: check the owner's address. Use the owner for nothing but the Safe, because a text that it signs can empty it.</p>
<p>On a network where the Safe does not exist yet, this transaction creates it. Any account can send it.</p>
<p>To: <code id="factory"></code><br>Data: <code id="data"></code></p>
</div>
<h2>As hexadecimal</h2>
<p><code id="hex"></code></p>
</section>
<script type="application/json" id="kit">${json}</script>
<script type="text/plain" id="words">${wordlist.join(' ')}</script>
<script>${script}</script>
</body>
</html>
`
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', toBytes(text))
  return `sha256-${base64(new Uint8Array(digest))}`
}
