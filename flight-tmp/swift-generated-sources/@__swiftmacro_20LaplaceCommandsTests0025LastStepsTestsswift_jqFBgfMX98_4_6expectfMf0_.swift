Testing.__checkFunctionCall(run.console.wordText.self,calling: {
  $0.contains($1)
},"without the states between key frames: the run does not repeat itself at step ",expression: .__fromFunctionCall(.__fromSyntaxNode("run.console.wordText"),"contains",(nil,.__fromStringLiteral(#""without the states between key frames: the run does not repeat itself at step ""#, "without the states between key frames: the run does not repeat itself at step "))),comments: ["\(run.console.wordText)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:99:5-102:33
