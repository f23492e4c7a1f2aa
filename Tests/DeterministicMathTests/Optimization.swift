#if DEBUG
  let isOptimized = false
#else
  let isOptimized = true
#endif
