import { useEffect, useRef, useState } from 'react'
import { createCodeReader } from '../scan/createCodeReader.ts'
import { draw } from '../scan/readPicture.ts'
import type { Phone } from '../wallet/phoneState.ts'

const pause = 200

/** The camera's picture, looked through for a code until there is one. */
export function Scanner({ phone, onClose }: { readonly phone: Phone; readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the camera is opened once, for as long as this is on screen
  useEffect(() => {
    const ended = new AbortController()
    dialog.current?.showModal()
    watch(video.current, ended.signal).then(
      uri => {
        if (ended.signal.aborted) return
        onClose()
        phone.pair(uri).catch((cause: unknown) => phone.notify(sentenceOf(cause)))
      },
      (cause: unknown) => {
        if (!ended.signal.aborted) setProblem(sentenceOf(cause))
      },
    )
    return () => ended.abort()
  }, [])

  return (
    <dialog ref={dialog} className="sheet" aria-labelledby="scanner" onClose={onClose}>
      <h2 id="scanner" tabIndex={-1}>
        Scan the code
      </h2>
      <video
        ref={video}
        muted
        playsInline
        className="camera"
        hidden={problem !== ''}
        aria-label="What the camera sees"
      />
      <p role="status" className="soft">
        {problem === '' ? 'Hold the code in front of the camera.' : ''}
      </p>
      <p role="alert" className="problem">
        {problem}
      </p>
      <button type="button" onClick={() => dialog.current?.close()}>
        Cancel
      </button>
    </dialog>
  )
}

/** Shows the camera and answers with the first pairing link it sees. @throws Error with a sentence for the visitor. */
async function watch(video: HTMLVideoElement | null, signal: AbortSignal): Promise<string> {
  const stream = await openCamera()
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted || !video) stop()
  signal.addEventListener('abort', stop)
  try {
    if (video) {
      video.srcObject = stream
      await video.play()
    }
    const read = await createCodeReader()
    while (video && !signal.aborted) {
      const hasPicture = video.videoWidth > 0
      const text = hasPicture ? await read(draw(video, video.videoWidth, video.videoHeight)) : undefined
      if (text?.startsWith('wc:')) return text
      await new Promise(done => setTimeout(done, pause))
    }
    throw new Error('The camera was closed.')
  } finally {
    stop()
  }
}

async function openCamera(): Promise<MediaStream> {
  if (!('mediaDevices' in navigator)) {
    throw new Error(
      'This browser has no camera access here. Paste the link or a picture of the code instead.',
    )
  }
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
  } catch (cause) {
    const isRefused = cause instanceof DOMException && cause.name === 'NotAllowedError'
    throw new Error(
      isRefused
        ? 'Camera access was denied. Allow it in your browser, or paste the link or a picture of the code.'
        : 'Couldn’t open a camera. Paste the link or a picture of the code instead.',
      { cause },
    )
  }
}

function sentenceOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
