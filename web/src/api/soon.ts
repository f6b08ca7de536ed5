// most is how long soon waits where the browser draws nothing, in milliseconds.
const most = 250

// soon calls a function before the browser draws the page next, or a moment later where nobody sees it: a page that is
// hidden, or becomes so, has no frames. It returns a function that prevents that.
export function soon(run: () => void): () => void {
  const end = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  const go = () => {
    end()
    run()
  }
  const frame = requestAnimationFrame(go)
  const timer = setTimeout(go, most)
  return end
}
