import CFacialFun

/// The memory of one workspace, and the steps with pointers into it.
///
/// Pointers are created only here, and are valid until the memory moves. This object keeps the
/// memory and the packed weights alive.
final class Arena {
    private let plan: ExecutionPlan
    private let packed: PackedWeights
    private let instructionSet: cnk_instruction_set
    private let memory: WorkspaceMemory
    private var base: UnsafeMutablePointer<Float>
    private var steps: [cnk_step]

    /// Uses memory that others may use between runs; ``run()`` allocates nothing unless one of them
    /// has grown it.
    init(
        _ plan: ExecutionPlan, _ packed: PackedWeights, _ instructionSet: cnk_instruction_set,
        memory: WorkspaceMemory
    ) {
        self.plan = plan
        self.packed = packed
        self.instructionSet = instructionSet
        self.memory = memory
        base = memory.reserve(plan.arenaCount)
        steps = Self.steps(plan, packed, base)
    }

    private static func steps(
        _ plan: ExecutionPlan, _ packed: PackedWeights, _ base: UnsafeMutablePointer<Float>
    ) -> [cnk_step] {
        plan.steps.map { $0.resolved(arena: base, weights: packed.base, images: plan.images) }
    }

    /// Updates the pointers if the memory has moved since the last run.
    private func follow() {
        guard let moved = memory.base, moved != base else { return }
        base = moved
        steps = Self.steps(plan, packed, base)
    }

    func run() {
        follow()
        steps.withUnsafeBufferPointer { steps in
            guard let first = steps.baseAddress else { return }
            cnk_run(instructionSet, first, steps.count)
        }
    }

    var input: UnsafeMutableBufferPointer<Float> {
        follow()
        return UnsafeMutableBufferPointer(
            start: base + plan.input.offset, count: plan.images * plan.input.shape.elements)
    }

    func output(_ index: Int) -> UnsafeBufferPointer<Float> {
        let map = plan.outputs[index]
        return UnsafeBufferPointer(
            start: base + map.offset, count: plan.images * map.shape.elements)
    }
}

extension ExecutionPlan.Step {
    fileprivate func resolved(
        arena: UnsafeMutablePointer<Float>, weights base: UnsafeMutablePointer<Float>, images: Int
    ) -> cnk_step {
        var step = cnk_step()
        step.images = Int32(images)
        step.kernel = kernel.number
        step.activation = activation
        step.input = input.resolved(arena)
        step.output = output.resolved(arena)
        step.other = other?.resolved(arena) ?? cnk_map()
        step.weights = weights.map { UnsafePointer(base + $0) }
        step.bias = bias.map { UnsafePointer(base + $0) }
        step.slopes = slopes.map { UnsafePointer(base + $0) }
        (step.kernel_height, step.kernel_width) = (
            Int32(kernelSize.height), Int32(kernelSize.width)
        )
        (step.stride_height, step.stride_width) = (Int32(stride.height), Int32(stride.width))
        (step.padding_top, step.padding_left) = (Int32(padding.top), Int32(padding.left))
        step.before = Int32(before)
        step.number = number
        step.tile_side = Int32(tiling?.side ?? 0)
        step.halves = tiling?.keepsHalves ?? false
        step.scratch = scratch.map { arena + $0 }
        return step
    }
}

extension ExecutionPlan.Map {
    fileprivate func resolved(_ arena: UnsafeMutablePointer<Float>) -> cnk_map {
        cnk_map(
            data: arena + offset, height: Int32(shape.height), width: Int32(shape.width),
            channels: Int32(shape.channels),
            row: Int64((border.left + shape.width + border.right) * shape.channels),
            image: Int64(image), top: Int32(border.top), bottom: Int32(border.bottom),
            left: Int32(border.left),
            right: Int32(border.right))
    }
}
