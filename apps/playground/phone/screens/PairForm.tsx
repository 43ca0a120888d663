import { useEffect, useId, useState } from 'react'
import { readPicture } from '../scan/readPicture.ts'
import type { Phone, PhoneState } from '../wallet/phoneState.ts'
import { formatSeconds } from './formatSeconds.ts'
import { Scanner } from './Scanner.tsx'
import { useAction } from './useAction.ts'
import { useSecondsUntil } from './usePhone.ts'

/** The ways to a site: a link that is pasted, a code before the camera, a picture of one. */
export function PairForm({ phone, state }: { readonly phone: Phone; readonly state: PhoneState }) {
  const [uri, setUri] = useState('')
  const [isScanning, setScanning] = useState(false)
  const [picture, setPicture] = useState<Blob>()
  const field = useId()
  const pairing = useAction(async () => {
    await phone.pair(uri)
    setUri('')
  })
  const reading = useAction(async () => {
    if (picture) await phone.pair(await readPicture(picture))
  })

  const { run } = reading
  // biome-ignore lint/correctness/useExhaustiveDependencies: a picture is read once, when it comes
  useEffect(() => {
    if (picture) run()
  }, [picture])
  useEffect(() => takePictures(setPicture), [])

  return (
    <section className="card" aria-labelledby="pair">
      <h2 id="pair">Connect to a site</h2>
      <form
        onSubmit={event => {
          event.preventDefault()
          pairing.run()
        }}
      >
        <label htmlFor={field}>Pairing link</label>
        <div className="field-and-button">
          <input
            id={field}
            value={uri}
            onChange={event => setUri(event.target.value)}
            placeholder="wc:…"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={4_096}
            aria-invalid={pairing.problem ? true : undefined}
            aria-describedby={pairing.problem ? `${field}-problem` : undefined}
          />
          <button type="submit" className="primary" disabled={pairing.isBusy || uri.trim() === ''}>
            {pairing.isBusy ? 'Connecting…' : 'Connect'}
          </button>
        </div>
      </form>
      <div className="actions">
        <button type="button" onClick={() => setScanning(true)}>
          Scan with camera
        </button>
        <label className="button">
          Choose picture
          <input
            type="file"
            accept="image/*"
            className="hidden"
            onChange={event => {
              setPicture(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </label>
      </div>
      <p className="soft">You can also paste or drop a screenshot of the code anywhere here.</p>
      <p role="alert" className="problem" id={`${field}-problem`}>
        {pairing.problem || reading.problem}
      </p>
      <p role="status" className="soft">
        {reading.isBusy ? 'Reading the picture…' : <Waiting until={state.waitsUntil} />}
      </p>
      {isScanning && <Scanner phone={phone} onClose={() => setScanning(false)} />}
    </section>
  )
}

function Waiting({ until }: { readonly until: number | undefined }) {
  return until === undefined ? null : <Countdown until={until} />
}

function Countdown({ until }: { readonly until: number }) {
  const seconds = useSecondsUntil(until)
  return (
    <>
      Waiting for the site to ask…{' '}
      <span aria-hidden="true">the link works for {formatSeconds(seconds)}.</span>
    </>
  )
}

/** Pictures that are pasted or dropped anywhere on the page; the answer stops taking them. */
function takePictures(take: (picture: Blob) => void): () => void {
  function pick(event: Event, files: FileList | undefined): void {
    const picture = [...(files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (!picture) return
    event.preventDefault()
    take(picture)
  }
  const pasted = (event: ClipboardEvent) => pick(event, event.clipboardData?.files)
  const dropped = (event: DragEvent) => {
    // Without this the browser would navigate to a dropped file, and the phone would be gone.
    event.preventDefault()
    pick(event, event.dataTransfer?.files)
  }
  const over = (event: DragEvent) => event.preventDefault()
  document.addEventListener('paste', pasted)
  document.addEventListener('drop', dropped)
  document.addEventListener('dragover', over)
  return () => {
    document.removeEventListener('paste', pasted)
    document.removeEventListener('drop', dropped)
    document.removeEventListener('dragover', over)
  }
}
