// In which order messages are sent, and in which they arrive.
#include "mcsim/forwarding/mail.hpp"

#include "support/catch.hpp"

namespace mcsim::testing::mail_test {

namespace {

constexpr Time at(Duration since) { return Time{} + since; }

Message about(std::uint32_t forward) { return ActOnForward{.forward = ForwardId{forward}}; }

}  // namespace

TEST_CASE("a message does not overtake those that were sent before it") {
  Mailbox box;
  CHECK(box.add(at(1s), at(9s), about(1)) == at(9s));
  CHECK(box.add(at(2s), at(3s), about(2)) == at(9s));
  const Mailbox::Letter first = box.take();
  CHECK(first.sent == at(1s));
  CHECK(first.arrives == at(9s));
  CHECK(subject_of(first.message).forward == ForwardId{1});
  CHECK(box.add(at(4s), at(5s), about(3)) == at(9s));
  CHECK(box.add(at(5s), at(10s), about(4)) == at(10s));
  CHECK(box.letters().size() == 3);
  CHECK(box.take().sent == at(2s));
}

TEST_CASE("messages of a way are numbered from 0, whether those before have come or not") {
  Mailbox box;
  CHECK(box.next_number() == 0);
  box.add(at(1s), at(2s), about(1));
  CHECK(box.next_number() == 1);
  box.take();
  CHECK(box.next_number() == 1);
}

TEST_CASE("messages go by the forwards that they are about, and those about leases come last") {
  CHECK(subject_of(about(2)) < subject_of(about(3)));
  const Subject two = subject_of(about(2));
  CHECK((subject_of(ForwardJob{.forward = ForwardId{2}, .asked = {}}) == two));
  CHECK((subject_of(ForwardReturned{.forward = ForwardId{2}}) == two));
  CHECK((subject_of(ForwardStatus{.forward = ForwardId{2}}) == two));
  CHECK((subject_of(ForwardEnded{.forward = ForwardId{2}}) == two));
  CHECK(two < subject_of(LeaseRequest{}));
  CHECK((subject_of(LeaseRequest{}) == subject_of(LeaseGrant{.lease = LeaseId{7}})));
}

}  // namespace mcsim::testing::mail_test
