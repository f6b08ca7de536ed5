import { Center, Loader } from '@mantine/core'

// Wait fills a page whose parts are not there yet.
export function Wait() {
  return (
    <Center h="100vh" component="main">
      <Loader type="dots" role="img" aria-label="firmhub" />
    </Center>
  )
}
