/** What a link to a state shows that is not there, or not any more. */
export function NoState({ id }: { readonly id: string }) {
  return (
    <main className="gallery-none">
      <h1>No such state</h1>
      <p>
        The gallery has no state “{id}”. <a href="/gallery.html">See every state</a>
      </p>
    </main>
  )
}
